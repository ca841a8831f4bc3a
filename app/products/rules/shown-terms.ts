import { networkFee } from "../../solana/payment-constants";
import { splitPrice } from "./commission";

/** The parts of a payment in lamports, and the commission in basis points. */
export interface ShownTerms {
  /** The total. */
  priceLamports: bigint;
  sellerLamports: bigint;
  feeLamports: bigint;
  feeBps: number;
  /** Estimated network fee. */
  networkLamports: bigint;
  /** What makes the total another one than the seller's price; absent where it is that. */
  changes?: PriceChanges;
}

/** The lines between the seller's price and the total. */
export interface PriceChanges {
  listLamports: bigint;
  /** In order. `label` is the name of a code. `lamports` is added to the price. */
  lines: readonly { kind: "code" | "chosen" | "bundle"; label: string; lamports: bigint }[];
}

/** The signatures of a visitor's payment: the wallet's and that of the order's reference. */
const VISITOR_SIGNATURES = 2;

/** What a visitor would pay for a product that has only its price, in lamports. */
export function termsOfPrice(priceLamports: bigint, feeBps: number): ShownTerms {
  const { shareLamports, feeLamports } = splitPrice(priceLamports, feeBps);
  const networkLamports = networkFee(VISITOR_SIGNATURES);
  return { priceLamports, sellerLamports: shareLamports, feeLamports, feeBps, networkLamports };
}
