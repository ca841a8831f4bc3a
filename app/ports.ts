/**
 * What the rules need from outside. Use cases name only the members that they use:
 * `deps: Pick<Ports, "clock"> & { products: Pick<Products, "byId"> }`.
 */
import type { FilePart, Product, ProtectedFile } from "./domain/product";
import type { User } from "./domain/user";
import type { Chain, Faucet } from "./ports/chain";
import type { ContactMessages } from "./ports/contact";
import type {
  DownloadTokens,
  Ledger,
  Orders,
  OrderWatcher,
  Purchases,
  ReferenceKeys,
  SweepProgress,
} from "./ports/payments";
import type { Received, Refunds } from "./ports/refunds";
import type { Catalogue, SellPages } from "./ports/shop";

/** Settings of this deployment, parsed once at start. */
export interface Settings {
  /** Scheme and host that browsers use, no trailing slash. */
  appOrigin: string;
  cluster: "localnet" | "devnet" | "mainnet-beta";
  rpcUrls: readonly string[];
  /** Base58 address that receives fees. */
  platformWallet: string;
  sessionSecret: string;
  google: { clientId: string; clientSecret: string; issuer: string } | null;
  premiumNftMint: string | null;
  supportEmail: string;
  /** "CH" lets the pages say that data is in Switzerland. */
  dataLocation: string | null;
  /** Multiplies the rate limits of addresses. */
  rateScale: number;
}

export interface Clock {
  /** Epoch ms. */
  now(): number;
}

export interface Ids {
  /** A random UUID. */
  uuid(): string;
  /** 22 characters of base64url, 128 bits. */
  short(): string;
  /** 43 characters of base64url, 256 bits; for secrets. */
  token(): string;
}

export interface NewUser {
  uid: string;
  displayName: string;
  email: string;
  wallet: string | null;
  createdAt: number;
}

export interface Users {
  byUid(uid: string): Promise<User | null>;
  byWallet(wallet: string): Promise<User | null>;
  /** False where the uid or the wallet is taken. `walletLinkedAt` is `createdAt` where there is a wallet. */
  insert(user: NewUser): Promise<boolean>;
  rename(uid: string, displayName: string): Promise<void>;
  /** False where the wallet belongs to somebody else. */
  linkWallet(uid: string, wallet: string, at: number): Promise<boolean>;
  counts(uid: string): Promise<UserCounts>;
}

/** What a profile counts. */
export interface UserCounts {
  favourites: number;
  /** Active products. */
  forSale: number;
  /** Purchases that were not taken back. */
  purchased: number;
}

export interface SessionRecord {
  tokenHash: string;
  uid: string;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
  provenAt: number;
  userAgent: string;
}

export interface Sessions {
  insert(session: SessionRecord): Promise<void>;
  /** The session and its person in one read. */
  find(tokenHash: string): Promise<{ session: SessionRecord; user: User } | null>;
  touch(tokenHash: string, at: { lastSeenAt: number; expiresAt: number }): Promise<void>;
  prove(tokenHash: string, provenAt: number): Promise<void>;
  remove(tokenHash: string): Promise<void>;
  /** All of a person's sessions but the one named. */
  removeOthers(uid: string, keepTokenHash: string): Promise<void>;
  removeExpired(now: number): Promise<void>;
}

export interface Passwords {
  byEmail(email: string): Promise<{ uid: string; hash: string } | null>;
  byUid(uid: string): Promise<{ email: string; hash: string } | null>;
  /** Writes the person and the credential in one batch; false where the address is taken. */
  insertWithUser(user: NewUser, credential: { email: string; hash: string }): Promise<boolean>;
  replaceHash(uid: string, hash: string, at: number): Promise<void>;
}

export interface PasswordHasher {
  /** Algorithm, parameters, salt and hash in one text. */
  hash(password: string): Promise<string>;
  /** Takes as long for a stored null (nobody has that address) as for a real hash, and is then false. */
  verify(password: string, stored: string | null): Promise<boolean>;
  /** True where `stored` was made with other parameters than today's. */
  outdated(stored: string): boolean;
}

export interface WalletChallenge {
  nonce: string;
  purpose: "sign-in" | "link" | "proof";
  /** Who asked for it; null for a visitor. */
  uid: string | null;
  /** What the message says in the person's language: part of what is signed. */
  statement: string;
  issuedAt: number;
  expiresAt: number;
}

export interface WalletChallenges {
  insert(challenge: WalletChallenge): Promise<void>;
  /** Marks it used; null where it is unknown, expired or was used before. One conditional write. */
  consume(nonce: string, now: number): Promise<WalletChallenge | null>;
  removeExpired(now: number): Promise<void>;
}

export interface RateCounters {
  /** Counts one more in the window; the count and the window's end come back. */
  hit(key: string, now: number, windowMs: number): Promise<{ count: number; resetAt: number }>;
  /**
   * Lets a try through, or says when the next one may come (epoch ms). After `free` tries each one
   * doubles the wait for the next, up to `longestMs`. A refused try changes nothing: nobody is
   * locked out by somebody else's insistence for longer than that.
   */
  attempt(key: string, now: number, policy: SlowingPolicy): Promise<{ retryAt: number | null }>;
  /** Takes back one try that turned out well. */
  forgive(key: string): Promise<void>;
  clear(key: string): Promise<void>;
  removeExpired(now: number): Promise<void>;
}

export interface SlowingPolicy {
  free: number;
  firstMs: number;
  longestMs: number;
  /** Quiet time after which the count starts again. */
  forgetMs: number;
}

/** What a seller may change on a product that exists. */
export type ProductChange = Partial<
  Pick<
    Product,
    | "title"
    | "categoryId"
    | "subcategoryId"
    | "type"
    | "description"
    | "priceLamports"
    | "coverKey"
    | "imageKey"
    | "recipient"
    | "saleType"
    | "saleLimit"
  >
>;

export interface Products {
  byId(id: string): Promise<Product | null>;
  /** Published ones, newest first. */
  byOwner(ownerUid: string): Promise<Product[]>;
  insert(product: Omit<Product, "seq" | "sold" | "held">): Promise<void>;
  /**
   * Saves only if nobody saved since `updatedAt` was read and the stock that is sold or held still
   * fits the limit. False where nothing was written.
   */
  update(
    id: { id: string; ownerUid: string; updatedAt: number },
    change: ProductChange,
    at: number,
  ): Promise<boolean>;
  /**
   * In one step, the file is recorded as whole and its draft becomes active. False where there is
   * no such draft.
   */
  publish(
    id: { id: string; ownerUid: string },
    file: { key: string; fileName: string; sha256: string; sizeBytes: number },
    at: number,
  ): Promise<boolean>;
  /** Between active and disabled; false where there is no such published product. */
  setStatus(
    id: string,
    ownerUid: string,
    status: "active" | "disabled",
    at: number,
  ): Promise<boolean>;
  /** A draft goes with its file's record and parts; false for anything but a draft. */
  removeDraft(id: string, ownerUid: string): Promise<boolean>;
  /** Active ones, newest first. `beforeSeq` continues a page. */
  newestActive(limit: number, beforeSeq?: number): Promise<Product[]>;
}

export interface ProtectedFiles {
  byKey(key: string): Promise<ProtectedFile | null>;
  insert(file: ProtectedFile): Promise<void>;
  /** Uploads of this owner that are not complete, newest first. */
  unfinished(ownerUid: string, limit: number): Promise<ProtectedFile[]>;
  /** Uploads that began before this time (epoch ms) and are not complete, oldest first. */
  begunBefore(time: number, limit: number): Promise<ProtectedFile[]>;
  /** Sent again, a part replaces itself. */
  addPart(key: string, part: FilePart): Promise<void>;
  /** In the order of their numbers. */
  parts(key: string): Promise<FilePart[]>;
  markReplaced(key: string): Promise<void>;
}

/** Sums over the ledger, in lamports. */
export interface Revenue {
  /** Prices of a seller's settled orders less refunds, and the commission on them. */
  ofSeller(ownerUid: string): Promise<{ grossLamports: bigint; feeLamports: bigint }>;
}

export interface StoredObject {
  sizeBytes: number;
  etag: string;
  contentType: string;
}

export interface FileStore {
  /** Small objects (covers, images) whose length is known. */
  put(key: string, body: ArrayBuffer, contentType: string): Promise<void>;
  head(key: string): Promise<StoredObject | null>;
  /** `range` in bytes, end inclusive. The body is a stream: never gathered in memory. */
  get(
    key: string,
    range?: { start: number; end: number },
  ): Promise<(StoredObject & { body: ReadableStream<Uint8Array> }) | null>;
  remove(keys: string[]): Promise<void>;
  startMultipart(key: string, contentType: string): Promise<string>;
  /**
   * Parts are equal-sized and at least 5 MiB, but for the last. The body streams through and must
   * have exactly `sizeBytes`: shorter or longer throws `invalid_input`.
   */
  putPart(
    key: string,
    uploadId: string,
    partNumber: number,
    body: ReadableStream<Uint8Array>,
    sizeBytes: number,
  ): Promise<FilePart>;
  completeMultipart(key: string, uploadId: string, parts: FilePart[]): Promise<StoredObject>;
  /** No error where the upload is gone already. */
  abortMultipart(key: string, uploadId: string): Promise<void>;
  /** Hex SHA-256 of a whole object, streamed. Null where it is absent. */
  sha256(key: string): Promise<string | null>;
}

/** Everything together, as loaders and actions get it. */
export interface Ports {
  settings: Settings;
  clock: Clock;
  ids: Ids;
  users: Users;
  sessions: Sessions;
  passwords: Passwords;
  passwordHasher: PasswordHasher;
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
  revenue: Revenue;
  catalogue: Catalogue;
  sellPages: SellPages;
  contactMessages: ContactMessages;
}
