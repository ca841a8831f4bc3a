import type { Pace } from "./pace";
import type { RawTransaction } from "./raw-transaction";

export type Commitment = "confirmed" | "finalized";

/** Nodes that must agree before an order changes, or all where there are fewer. */
export const QUORUM_NODES = 2;

/** No RPC node gave a usable response. It says nothing about the state of a payment. */
export class ChainUnavailable extends Error {
  override readonly name = "ChainUnavailable";
}

/** As many as tell which kind of token account it is. */
export const ACCOUNT_HEAD_BYTES = 166;

export interface ChainAccount {
  lamports: bigint;
  /** Address of the program that owns it. */
  owner: string;
  /** True for a program. */
  isExecutable: boolean;
  /** The first `ACCOUNT_HEAD_BYTES` of its data; empty for a wallet. */
  data: Uint8Array;
}

export interface SignatureStatus {
  /** The node that said so, by its position in the list of nodes. */
  node: number;
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
  /** Largest number of results. */
  limit: number;
  /** Only transactions older than this signature. */
  before?: string;
  /** Only transactions newer than this signature. */
  until?: string;
  /** Nodes that have not reached this slot answer with an error. */
  minContextSlot?: number;
}

export interface Broadcast {
  /**
   * - `sent`: a node has taken it, or the network has processed it
   * - `rejected`: two nodes, or the only one, say that it would fail or has failed
   * - `unknown`: anything else, such as an expired blockhash
   */
  outcome: "sent" | "rejected" | "unknown";
  /** Why the nodes that say so reject it: `TransactionError` of the network. */
  errors: unknown[];
  /** True where two nodes, or the only one, know its blockhash. */
  isSeconded: boolean;
}

export interface NodeHealth {
  /** Without scheme and path, which may hold a key. */
  host: string;
  state: "ok" | "behind" | "down" | "other_chain";
}

/** RPC calls to the network. Every call throws `ChainUnavailable` only. */
export interface Chain {
  /**
   * The newest confirmed blockhash, the last block height at which it is valid, and the slot that the
   * node has reached.
   */
  latestBlockhash(): Promise<{ blockhash: string; lastValidBlockHeight: number; slot: number }>;
  /** Confirmed accounts in the order of `addresses`; null for an account that does not exist. */
  accounts(addresses: string[]): Promise<(ChainAccount | null)[]>;
  /** In the order of `signatures`, from the whole history; null for an unknown transaction. */
  statuses(signatures: string[]): Promise<(SignatureStatus | null)[]>;
  /** Newest first. */
  signaturesFor(address: string, search: SignatureSearch): Promise<FoundSignature[]>;
  /** The union of the results of `QUORUM_NODES` nodes, or of all where there are fewer. Newest first. */
  signaturesFromSeveral(address: string, search: SignatureSearch): Promise<FoundSignature[]>;
  /**
   * True where two nodes have reached `minContextSlot` without the transaction, or with it as failed,
   * and no node that answers has it. Throws where fewer nodes can tell.
   */
  isGone(signature: string, minContextSlot: number): Promise<boolean>;
  /**
   * The transaction from its bytes, whose signatures are verified, and the word of one node on what
   * it did. Null where no node that answers has it readable at that commitment.
   */
  transaction(signature: string, commitment: Commitment): Promise<RawTransaction | null>;
  /**
   * True where a node other than `node` also has the transaction as successful at that commitment, or
   * where only one is configured.
   */
  isSeconded(signature: string, commitment: Commitment, node: number): Promise<boolean>;
  /** The same for what the transaction did: error, inner instructions, loaded addresses. */
  isMetaSeconded(raw: RawTransaction, commitment: Commitment): Promise<boolean>;
  /** The newest finalized block that two nodes have reached. */
  finalizedTip(): Promise<{ blockHeight: number; slot: number }>;
  /** Sends signed wire bytes and returns the signature. */
  send(transaction: Uint8Array): Promise<string>;
  /** Sends signed wire bytes to every node. */
  broadcast(transaction: Uint8Array): Promise<Broadcast>;
  /** Runs wire bytes whose signatures are not verified. Null where they would succeed, else the error. */
  simulate(transaction: Uint8Array): Promise<unknown>;
  /** True where a transaction with this blockhash can land, at `confirmed`. */
  isBlockhashValid(blockhash: string): Promise<boolean>;
  /**
   * True where no transaction with this blockhash can land any more: two nodes, or the only one, say so
   * of a finalized block in or after `minSlot`. The blockhash must have been confirmed before it.
   */
  isBlockhashOver(blockhash: string, minSlot: number): Promise<boolean>;
  /**
   * The largest balance that two nodes, or the only one, tell of each address, in lamports, and the
   * oldest slot at which they read it.
   */
  balances(addresses: string[]): Promise<{ lamports: bigint[]; slot: number }>;
  /** The addresses of lookup tables, in the order of `tables`; null for what is not one. */
  lookupTables(tables: string[]): Promise<(string[] | null)[]>;
  /** How fast the chain goes: asked of the nodes, and kept for some minutes. Does not throw. */
  pace(): Promise<Pace>;
  /** The same as it is known, without a call. */
  knownPace(): Pace;
  /** Smallest balance (lamports) of an account without data: asked, and kept for some minutes. */
  rentMinimum(): Promise<bigint>;
  /** Each node, in the order of the settings. Does not throw. */
  nodes(): Promise<NodeHealth[]>;
}

/** Test SOL on a local network. */
export interface Faucet {
  /** Requests an airdrop and waits for its confirmation. Throws `ChainUnavailable`. */
  airdrop(address: string, lamports: bigint): Promise<string>;
}
