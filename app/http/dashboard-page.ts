import { drawCover } from "../domain/cover";
import { mediaUrl } from "../domain/file-names";
import { formatSol } from "../domain/lamports";
import type { Product } from "../domain/product";
import type { Dashboard } from "../use-cases/read-dashboard";

/** A seller's dashboard as the page shows it: amounts are SOL as decimal text. */
export function dashboardPage({ products, sales, active, grossLamports, netLamports }: Dashboard) {
  return {
    products: products.map(lineOf),
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
