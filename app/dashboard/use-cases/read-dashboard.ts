import type { IncomingPayments } from "../../orders/ports";
import type { Products, Revenue } from "../../products/ports";
import type { Product } from "../../products/rules/product";

export interface Dashboard {
  /** Newest first. */
  products: Product[];
  sales: number;
  active: number;
  /** Prices of settled orders less refunds, in lamports. */
  grossLamports: bigint;
  /** What is left of them after the commission. */
  netLamports: bigint;
  /** Payments that wait for the seller's decision. */
  toReview: number;
}

/** A seller's products and what they brought. */
export async function readDashboard(
  { uid }: { uid: string },
  deps: {
    products: Pick<Products, "byOwner">;
    revenue: Revenue;
    incomingPayments: Pick<IncomingPayments, "countToReview">;
  },
): Promise<Dashboard> {
  const [products, { grossLamports, feeLamports }, toReview] = await Promise.all([
    deps.products.byOwner(uid),
    deps.revenue.ofSeller(uid),
    deps.incomingPayments.countToReview(uid),
  ]);
  return {
    products,
    sales: products.reduce((sum, product) => sum + product.sold, 0),
    active: products.filter((product) => product.status === "active").length,
    grossLamports,
    netLamports: grossLamports - feeLamports,
    toReview,
  };
}
