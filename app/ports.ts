/**
 * What the rules need from outside. Use cases name only the members that they use:
 * `deps: Pick<Ports, "clock"> & { products: Pick<Products, "byId"> }`.
 */
import type {
  PasswordHasher,
  Passwords,
  RecoveryCodes,
  Sessions,
  Users,
  WalletChallenges,
} from "./ports/accounts";
import type { Clock, Ids, Sealing, Settings } from "./ports/base";
import type { Chain, Faucet } from "./ports/chain";
import type { ContactMessages } from "./ports/contact";
import type { Endings } from "./ports/endings";
import type { FileStore, ProtectedFiles } from "./ports/files";
import type { GoogleIdentities } from "./ports/google";
import type {
  DownloadTokens,
  Ledger,
  Orders,
  OrderWatcher,
  Purchases,
  ReferenceKeys,
  SalesFeed,
  SweepProgress,
} from "./ports/payments";
import type { Products, Revenue } from "./ports/products";
import type { RateCounters } from "./ports/rates";
import type { Received, Refunds } from "./ports/refunds";
import type { Catalogue, SellPages } from "./ports/shop";

export type * from "./ports/accounts";
export type * from "./ports/base";
export type * from "./ports/endings";
export type * from "./ports/files";
export type * from "./ports/products";
export type * from "./ports/rates";

/** Everything together, as loaders and actions get it. */
export interface Ports {
  settings: Settings;
  clock: Clock;
  ids: Ids;
  sealing: Sealing;
  users: Users;
  endings: Endings;
  sessions: Sessions;
  passwords: Passwords;
  passwordHasher: PasswordHasher;
  recoveryCodes: RecoveryCodes;
  googleIdentities: GoogleIdentities;
  walletChallenges: WalletChallenges;
  rates: RateCounters;
  products: Products;
  protectedFiles: ProtectedFiles;
  files: FileStore;
  orders: Orders;
  purchases: Purchases;
  ledger: Ledger;
  received: Received;
  refunds: Refunds;
  sweepProgress: SweepProgress;
  downloadTokens: DownloadTokens;
  chain: Chain;
  faucet: Faucet;
  referenceKeys: ReferenceKeys;
  watcher: OrderWatcher;
  feed: SalesFeed;
  revenue: Revenue;
  catalogue: Catalogue;
  sellPages: SellPages;
  contactMessages: ContactMessages;
}
