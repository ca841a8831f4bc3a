import type { IncomingPayments } from "../../../db/orders/incoming-payments";
import type { Products } from "../../../db/products/products";
import type { Revenue } from "../../../db/products/revenue";
import { formatSol } from "../../lib/lamports";
import { coverOf } from "../../products/rules/cover";
import type { Product } from "../../products/rules/product";
import { salesReportCsv } from "../rules/sales-report";

/** A seller's products and sales as the page shows them: amounts are SOL as decimal text. */
export async function readDashboard(
  { uid }: { uid: string },
  deps: {
    products: Pick<Products, "byOwner">;
    revenue: Revenue;
    incomingPayments: Pick<IncomingPayments, "countToReview">;
  },
) {
  const [products, { grossLamports, feeLamports }, toReview] = await Promise.all([
    deps.products.byOwner(uid),
    deps.revenue.ofSeller(uid),
    deps.incomingPayments.countToReview(uid),
  ]);
  return {
    /** Newest first. */
    products: products.map(dashboardProduct),
    /** Number of payments in review. */
    toReview,
    stats: {
      sales: products.reduce((sum, product) => sum + product.sold, 0),
      active: products.filter((product) => product.status === "active").length,
      revenue: formatSol(grossLamports),
      net: formatSol(grossLamports - feeLamports),
    },
  };
}

function dashboardProduct(product: Product) {
  const { id, title, sold, saleType, saleLimit, status } = product;
  const price = formatSol(product.priceLamports);
  return {
    id,
    title,
    cover: coverOf(product, "small"),
    sales: sold,
    price,
    saleType,
    saleLimit,
    status,
  };
}

/** A seller's products and their sales as CSV. */
export async function readSalesReport(
  { uid }: { uid: string },
  deps: { products: Pick<Products, "byOwner"> },
): Promise<string> {
  const products = await deps.products.byOwner(uid);
  return salesReportCsv(
    products.map(({ id, title, sold, priceLamports, status }) => ({
      id,
      title,
      sales: sold,
      price: formatSol(priceLamports),
      status,
    })),
  );
}
