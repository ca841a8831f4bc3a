import { formatSol } from "../../lib/lamports";
import type { Product } from "../rules/product";

/**
 * The price of a product as a part of an Offer of schema.org: the least of it where buyers choose
 * (https://schema.org/minPrice).
 */
export function offerPrice({
  priceLamports,
  isPriceChosen,
}: Pick<Product, "priceLamports" | "isPriceChosen">) {
  const price = formatSol(priceLamports);
  // schema.org takes the ticker symbol of a cryptocurrency. Search engines that ask for ISO 4217
  // show no price: an amount in euros or dollars would not be what the buyer pays.
  const priceCurrency = "SOL";
  if (!isPriceChosen) return { price, priceCurrency };
  const least = { "@type": "PriceSpecification", minPrice: price, priceCurrency };
  return { priceSpecification: least };
}
