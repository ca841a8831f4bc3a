import type { RawTransaction } from "./raw-transaction";

export type Commitment = "confirmed" | "finalized";

/** Raised when no node gave a usable answer. It never says anything about a payment. */
export class ChainUnavailable extends Error {
  override readonly name = "ChainUnavailable";
}

export interface ChainAccount {
  lamports: bigint;
  /** Bytes of data; 0 for a plain wallet. */
  dataBytes: number;
}

export interface SignatureStatus {
  slot: number;
  err: unknown;
  confirmation: "processed" | Commitment;
}

export interface FoundSignature {
  signature: string;
  slot: number;
  err: unknown;
  confirmation: "processed" | Commitment;
}

export interface SignatureSearch {
  commitment: Commitment;
  /** At most this many, newest first. */
  limit: number;
  /** Continue with those older than this one. */
  before?: string;
  /** Stop at this one, which is not returned. */
  until?: string;
  /** Refuse the answer of a node that has not come this far. */
  minContextSlot?: number;
}

/** The network, as far as payments need it. Every call throws `ChainUnavailable` and nothing else. */
export interface Chain {
  /** The newest blockhash at `confirmed`; the height up to which it can land. */
  latestBlockhash(): Promise<{ blockhash: string; lastValidBlockHeight: number }>;
  /** In the order asked for, at `confirmed`; null where there is no account. */
  accounts(addresses: string[]): Promise<(ChainAccount | null)[]>;
  /** In the order asked for, the whole history searched; null where unknown. */
  statuses(signatures: string[]): Promise<(SignatureStatus | null)[]>;
  signaturesFor(address: string, search: SignatureSearch): Promise<FoundSignature[]>;
  /** What several nodes found, together: as many as `nodes`, or all where there are fewer. */
  signaturesFromSeveral(
    address: string,
    search: SignatureSearch & { nodes: number },
  ): Promise<FoundSignature[]>;
  /**
   * True when every node knows the chain up to `minContextSlot` and none has that transaction.
   * A node that is behind, or does not answer, makes it throw.
   */
  isGone(signature: string, minContextSlot: number): Promise<boolean>;
  /** Null where the node does not have it at that commitment. */
  transaction(signature: string, commitment: Commitment): Promise<RawTransaction | null>;
  /** Block height and slot of the newest finalized block. */
  finalizedTip(): Promise<{ blockHeight: number; slot: number }>;
  /** Hands signed wire bytes to the network; the signature comes back. */
  send(transaction: Uint8Array): Promise<string>;
}

/** Play money of a local network. */
export interface Faucet {
  /** Gives `lamports` to an address, and waits until that is confirmed; throws `ChainUnavailable`. */
  airdrop(address: string, lamports: bigint): Promise<string>;
}
