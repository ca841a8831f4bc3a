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

/** True where an order on these terms would differ from the order. */
export function haveTermsChanged(order: CurrentTerms, now: CurrentTerms): boolean {
  return (
    order.priceLamports !== now.priceLamports ||
    order.sellerLamports !== now.sellerLamports ||
    order.feeLamports !== now.feeLamports ||
    order.feeBps !== now.feeBps ||
    order.recipient !== now.recipient ||
    order.platform !== now.platform ||
    order.saleType !== now.saleType
  );
}
