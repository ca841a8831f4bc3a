import type { FoundSignature } from "../../solana/chain";

/** A transaction that names the platform, as the cache knows it. */
export interface CachedTransaction {
  signature: string;
  slot: number;
  /** Start of the listing that found it. Epoch ms. */
  readAt: number;
  /** Null until it is fetched. */
  keys: ReadonlySet<string> | null;
  /** Keys that can be references; null where it is not fetched, or is recorded without an order. */
  references: string[] | null;
  /** Number of failed fetches. */
  failures: number;
  /** Not fetched before. Epoch ms. */
  fetchAt: number;
}

/** A reading of the address from its newest transaction to those known before; may take several reads. */
export interface Listing {
  /** Epoch ms. */
  startedAt: number;
  until: string | undefined;
  /** The lowest row read so far. */
  lowest: FoundSignature | undefined;
  rowCount: number;
}
