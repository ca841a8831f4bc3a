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
  /** Random bytes. */
  bytes(count: number): Uint8Array;
}

/** Encryption under a key of this deployment, for what a browser keeps but shall neither read nor change. */
export interface Sealing {
  /** In base64url. `purpose` must be given again to open it: sealed for one place, it opens nowhere else. */
  seal(text: string, purpose: string): Promise<string>;
  /** Null for anything that this deployment did not seal for this purpose. */
  open(sealed: string, purpose: string): Promise<string | null>;
}
