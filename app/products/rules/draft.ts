import { formatSol } from "../../lib/lamports";
import { keptUntil } from "./upload";

/** A draft with its uploads. */
export interface Draft {
  /** Of one of its uploads. */
  key: string;
  productId: string;
  title: string;
  priceLamports: bigint;
  fileName: string;
  /** How many uploads it has, and their bytes together. */
  files: number;
  sizeBytes: number;
  receivedBytes: number;
  /** Epoch ms. */
  createdAt: number;
}

/** A draft as lists show it. */
export interface ShownDraft extends Omit<Draft, "priceLamports"> {
  /** SOL as decimal text; null without a price. */
  price: string | null;
  /** When it is removed (epoch ms). */
  keptUntil: number;
}

export function shownDraft({ priceLamports, ...draft }: Draft): ShownDraft {
  const price = priceLamports > 0n ? formatSol(priceLamports) : null;
  return { ...draft, price, keptUntil: keptUntil(draft) };
}
