/** What a wallet signs a challenge for; `proof` is re-authentication. */
export const CHALLENGE_PURPOSES = ["sign-in", "link", "merge", "proof"] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

/** A challenge as the server issued it. Times are epoch ms. */
export interface WalletChallenge {
  nonce: string;
  purpose: ChallengePurpose;
  /** The user who asked for it; null for a visitor. */
  uid: string | null;
  /** The sentence of the message in the user's language, which is part of what is signed. */
  statement: string;
  issuedAt: number;
  expiresAt: number;
}

/** A challenge that a wallet signed; nothing in it is verified yet. */
export interface SignedChallenge {
  /** Base58 public key that the wallet claims to have signed with. */
  address: string;
  /** The bytes that were signed. */
  message: Uint8Array;
  /** Ed25519, 64 bytes. */
  signature: Uint8Array;
}
