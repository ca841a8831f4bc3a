import type {
  Endings,
  GoogleIdentities,
  OwnedFiles,
  PasswordHasher,
  Passwords,
  RecoveryCodes,
  Sessions,
  Users,
  WalletChallenges,
} from "../app/accounts/ports";
import type { Clock, Ids, RateCounters, Sealing, Settings } from "../app/lib/ports";
import type { DownloadTokens } from "../app/library/ports";
import { issueDownload } from "../app/library/use-cases/issue-download";
import { refreshDownload } from "../app/library/use-cases/refresh-download";
import type {
  DownloadLinks,
  Ledger,
  Orders,
  OrderWatcher,
  Purchases,
  Received,
  ReferenceKeys,
  Refunds,
  SalesFeed,
  SweepProgress,
} from "../app/orders/ports";
import type { ContactMessages } from "../app/pages/ports";
import type { FileStore, Products, ProtectedFiles, Revenue } from "../app/products/ports";
import { forgetAbandonedUploads } from "../app/products/use-cases/purge-abandoned-uploads";
import type { Catalogue } from "../app/shop/ports";
import type { Chain, Faucet } from "../app/solana/chain";
import type { SellPages } from "../app/storefront/ports";
import { endingsIn } from "../db/accounts/account-lifecycle";
import { googleIdentitiesIn } from "../db/accounts/google-identities";
import { passwordsIn } from "../db/accounts/passwords";
import { recoveryCodesIn } from "../db/accounts/recovery-codes";
import { sessionsIn } from "../db/accounts/sessions";
import { usersIn } from "../db/accounts/users";
import { walletChallengesIn } from "../db/accounts/wallet-challenges";
import { openDb } from "../db/client";
import { rateCountersIn } from "../db/http/rate-limits";
import { downloadTokensIn } from "../db/library/download-tokens";
import { purchasesIn } from "../db/library/purchases";
import { receivedIn } from "../db/orders/incoming-payments";
import { ledgerIn } from "../db/orders/ledger";
import { ordersIn } from "../db/orders/orders";
import { sweepProgressIn } from "../db/orders/sweep-progress";
import { contactMessagesIn } from "../db/pages/contact-messages";
import { productsIn } from "../db/products/products";
import { protectedFilesIn } from "../db/products/protected-files";
import { revenueIn } from "../db/products/revenue";
import { refundsIn } from "../db/refunds/refunds";
import { catalogueIn } from "../db/shop/catalogue";
import { sellPagesIn } from "../db/storefront/sell-pages";
import { createSealing } from "./encryption";
import type { Env } from "./env";
import { createFaucet } from "./faucet";
import { createOrderWatcher } from "./order-watcher";
import { r2FileStore } from "./r2-file-store";
import { createReferenceKeys } from "./reference-keys";
import { reachSalesFeed } from "./sales-feed-client";
import { scryptHasher } from "./scrypt-hasher";
import { createSolanaChain } from "./solana-chain";

const clock: Clock = { now: () => Date.now() };

const ids: Ids = {
  uuid: () => crypto.randomUUID(),
  short: () => base64url(randomBytes(16)),
  token: () => base64url(randomBytes(32)),
  bytes: randomBytes,
};

/** What works by itself: records, files, the chain, the platform. */
export interface Parts {
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

/** Everything together, as loaders and actions get it. */
export interface Ports extends Parts {
  downloads: DownloadLinks;
  ownedFiles: OwnedFiles;
}

export type MakePorts = (env: Env, settings: Settings) => Ports;

/** The one place where interfaces get their implementations. */
export function createPorts(env: Env, settings: Settings): Ports {
  return connectSubjects(createParts(env, settings));
}

/** Adds what a lower subject asks of a higher one. */
export function connectSubjects(parts: Parts): Ports {
  return {
    ...parts,
    downloads: {
      issue: (input) => issueDownload(input, parts),
      refresh: (input) => refreshDownload(input, parts),
    },
    ownedFiles: {
      async remove(keys) {
        await parts.files.remove(keys);
        await forgetAbandonedUploads(parts);
      },
    },
  };
}

export function createParts(env: Env, settings: Settings): Parts {
  const db = openDb(env.DB);
  return {
    settings,
    clock,
    ids,
    sealing: createSealing(settings.sessionSecret),
    users: usersIn(db),
    endings: endingsIn(db),
    sessions: sessionsIn(db),
    passwords: passwordsIn(db),
    passwordHasher: scryptHasher,
    recoveryCodes: recoveryCodesIn(db),
    googleIdentities: googleIdentitiesIn(db),
    walletChallenges: walletChallengesIn(db),
    rates: rateCountersIn(db),
    products: productsIn(db),
    protectedFiles: protectedFilesIn(db),
    files: r2FileStore(env.FILES),
    orders: ordersIn(db),
    purchases: purchasesIn(db),
    ledger: ledgerIn(db),
    received: receivedIn(db),
    refunds: refundsIn(db),
    sweepProgress: sweepProgressIn(db),
    downloadTokens: downloadTokensIn(db),
    chain: createSolanaChain(settings.rpcUrls),
    faucet: createFaucet(settings.rpcUrls),
    referenceKeys: createReferenceKeys(settings.sessionSecret),
    watcher: createOrderWatcher(env.PENDING_TRANSACTION),
    feed: reachSalesFeed(env.SALES_FEED),
    revenue: revenueIn(db),
    catalogue: catalogueIn(db),
    sellPages: sellPagesIn(db),
    contactMessages: contactMessagesIn(db),
  };
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
