import type { Cluster } from "./cluster";

/** Settings of this deployment, parsed once at start. */
export interface Settings {
  /** Scheme and host that browsers use, no trailing slash. */
  appOrigin: string;
  cluster: Cluster;
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
  /** Random bytes. */
  bytes(count: number): Uint8Array;
}

/** Encryption under a key of this deployment, for values that a browser stores but may neither read nor change. */
export interface Encryption {
  /** In base64url. `purpose` must be given again to decrypt it: encrypted for one purpose, it can be decrypted for no other. */
  encrypt(text: string, purpose: string): Promise<string>;
  /** Null for anything that this deployment did not encrypt for this purpose. */
  decrypt(encrypted: string, purpose: string): Promise<string | null>;
}

export interface RateLimits {
  /** Counts one more in the window; the count and the window's end come back. */
  increment(
    key: string,
    now: number,
    windowMs: number,
  ): Promise<{ count: number; resetAt: number }>;
  /**
   * Lets a try through, or says when the next one may come (epoch ms). After `free` tries each one
   * doubles the wait for the next, up to `maxMs`. A refused try changes nothing, so that
   * the attempts of others never lock an account for longer than that.
   */
  tryAcquire(key: string, now: number, policy: BackoffPolicy): Promise<{ retryAt: number | null }>;
  /** Takes back one try that turned out well. */
  refund(key: string): Promise<void>;
  clear(key: string): Promise<void>;
  removeExpired(now: number): Promise<void>;
}

export interface BackoffPolicy {
  free: number;
  baseMs: number;
  maxMs: number;
  /** Quiet time after which the count starts again. */
  resetAfterMs: number;
}
