import type { Cluster } from "./cluster";
import type { PublishedKey, SigningKeySource } from "./signing-keys";
import type { CheckedStatement, StatementKind, StatementSubject } from "./statements";

/** Settings of this deployment that several subjects need; the others declare their own. */
export interface Settings {
  /** Scheme and host that browsers use, without a trailing slash. */
  appOrigin: string;
  cluster: Cluster;
  rpcUrls: readonly string[];
  /** Every node must have this one; null on a local chain that was not remembered. */
  genesisHash: string | null;
  /** Base58 address that receives fees. */
  platformWallet: string;
  /** Commission of sellers without the Premium plan, in basis points of the price. */
  feeBps: number;
  /** The least amount of a sale (lamports) that counts for stars and best sellers. */
  minRatedLamports: bigint;
  sessionSecret: string;
  /** The one before, for what was encrypted under it; null where it never changed. */
  sessionSecretPrevious: string | null;
  /** The first one signs statements; empty where this deployment makes none. */
  signingKeys: readonly SigningKeySource[];
  /** Ids of keys and secrets that others may know, with the time that it was made known (ISO 8601). */
  stolenKeys: ReadonlyMap<string, string>;
  supportEmail: string;
  /** Gives the warnings of `/health`, to whoever sends it; null gives them to nobody. */
  operatorSecret: string | null;
  /** Multiplies the rate limits per IP address. */
  rateScale: number;
  /** A file is given only after its buyer gave up the right of withdrawal. */
  requireWaiver: boolean;
  /** False renders public pages for each request. */
  pageCache: boolean;
  /** Cost parameter N of password hashes. */
  scryptN: number;
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
  bytes(count: number): Uint8Array;
}

/** Encryption for values that browsers store and must not read or change. */
export interface Encryption {
  /** Returns base64url. Decryption needs the same `purpose`. */
  encrypt(text: string, purpose: string): Promise<string>;
  /** Null for text that this deployment did not encrypt for this purpose. */
  decrypt(encrypted: string, purpose: string): Promise<string | null>;
}

/** What this deployment signs, and says again whether it did. */
export interface Statements {
  /**
   * The text of a new statement, as people keep it; null where no key can sign. `expiresAt` is in epoch
   * ms. Throws for a subject with anything but ids, hashes, addresses, amounts and times.
   */
  sign(input: {
    kind: StatementKind;
    subject: StatementSubject;
    expiresAt?: number | null;
  }): Promise<string | null>;
  /** Whether a key can sign. */
  canSign(): Promise<boolean>;
  /** Whether a text is a statement of this deployment and of this kind. */
  verify(text: string, kind: StatementKind): Promise<CheckedStatement>;
  /** The public keys, the one that signs first. */
  keys(): Promise<PublishedKey[]>;
}

export interface RateLimits {
  /** Adds one to the count of the window. Returns the count and the end of the window (epoch ms). */
  increment(
    key: string,
    now: number,
    windowMs: number,
  ): Promise<{ count: number; resetAt: number }>;
  /**
   * Adds `amount` where the count of the window is below `limit`, and returns null; else adds nothing, and
   * returns the end of the window (epoch ms).
   */
  spend(
    key: string,
    now: number,
    budget: { amount: number; limit: number; windowMs: number },
  ): Promise<{ resetAt: number } | null>;
  /**
   * Counts an attempt and returns null, or refuses it and returns when the next one is allowed (epoch
   * ms). After `free` attempts each one doubles the wait for the next, up to `maxMs`. A refused
   * attempt does not extend the wait, so that an attacker can't lock an account for longer.
   */
  tryAcquire(key: string, now: number, policy: BackoffPolicy): Promise<{ retryAt: number | null }>;
  /** Removes one successful attempt from the count and ends the wait. */
  refund(key: string): Promise<void>;
  clear(key: string): Promise<void>;
  removeExpired(now: number): Promise<void>;
}

export interface BackoffPolicy {
  /** Attempts without a wait. */
  free: number;
  /** The first wait. */
  baseMs: number;
  /** The longest wait. */
  maxMs: number;
  /** Time without an attempt after which the count starts again. */
  resetAfterMs: number;
}
