import { splitPrice } from "../../products/rules/commission";
import type { Product } from "../../products/rules/product";
import type { Order } from "./order";

/** The terms of an order that depend on the product, its seller and the platform. Lamports. */
export type CurrentTerms = Pick<
  Order,
  | "priceLamports"
  | "sellerLamports"
  | "feeLamports"
  | "feeBps"
  | "recipient"
  | "platform"
  | "saleType"
>;

/** The terms on which the product is sold now. */
export function termsNow(
  { priceLamports, recipient, saleType }: Pick<Product, "priceLamports" | "recipient" | "saleType">,
  { feeBps, platform }: Pick<CurrentTerms, "feeBps" | "platform">,
): CurrentTerms {
  return {
    priceLamports,
    ...splitPrice(priceLamports, feeBps),
    feeBps,
    recipient,
    platform,
    saleType,
  };
}

/** What differs between an order and one on today's terms; the first that says most to a buyer. */
export type TermsChange = "price" | "offer" | "commission" | "platform";

/** Null where the terms are the same. `offer`: what the seller chose besides the price. */
export function termsChange(order: CurrentTerms, now: CurrentTerms): TermsChange | null {
  if (order.priceLamports !== now.priceLamports) return "price";
  if (order.recipient !== now.recipient || order.saleType !== now.saleType) return "offer";
  const hasOtherShares =
    order.sellerLamports !== now.sellerLamports || order.feeLamports !== now.feeLamports;
  if (hasOtherShares || order.feeBps !== now.feeBps) return "commission";
  return order.platform === now.platform ? null : "platform";
}

/** True where an order on these terms would differ from the order. */
export function haveTermsChanged(order: CurrentTerms, now: CurrentTerms): boolean {
  return termsChange(order, now) !== null;
}
