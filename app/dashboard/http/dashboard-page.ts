import { formatSol } from "../../lib/lamports";
import { drawCover } from "../../products/rules/cover";
import { mediaUrl } from "../../products/rules/file-names";
import type { Product } from "../../products/rules/product";
import type { Dashboard } from "../use-cases/read-dashboard";

/** A seller's dashboard as the page shows it: amounts are SOL as decimal text. */
export function dashboardPage(dashboard: Dashboard) {
  const { products, sales, active, grossLamports, netLamports, toReview } = dashboard;
  return {
    products: products.map(lineOf),
    toReview,
    stats: { sales, active, revenue: formatSol(grossLamports), net: formatSol(netLamports) },
  };
}

function lineOf(product: Product) {
  const { id, title, sold, saleType, saleLimit, status } = product;
  return {
    id,
    title,
    coverUrl: mediaUrl(product.coverKey) || null,
    drawn: product.coverKey ? "" : drawCover(id),
    sales: sold,
    price: formatSol(product.priceLamports),
    saleType,
    saleLimit,
    status,
  };
}
