import { formatPrice } from "../../lib/lamports";
import { keptUntil } from "./upload";

/** A draft with its uploads. */
export interface Draft {
  /** Of one of its uploads. */
  key: string;
  productId: string;
  title: string;
  priceLamports: bigint;
  isFree: boolean;
  fileName: string;
  /** How many uploads it has, and their bytes together. */
  files: number;
  sizeBytes: number;
  receivedBytes: number;
  /** Epoch ms. */
  createdAt: number;
}

/** A draft as lists show it. */
export interface ShownDraft extends Omit<Draft, "priceLamports" | "isFree"> {
  /** SOL as decimal text, or `FREE`; null without a price. */
  price: string | null;
  /** When it is removed (epoch ms). */
  keptUntil: number;
}

export function shownDraft({ priceLamports, isFree, ...draft }: Draft): ShownDraft {
  const hasPrice = priceLamports > 0n || isFree;
  const price = hasPrice ? formatPrice({ priceLamports, isFree }) : null;
  return { ...draft, price, keptUntil: keptUntil(draft) };
}
