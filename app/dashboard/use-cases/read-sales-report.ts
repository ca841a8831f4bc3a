import { formatSol } from "../../lib/lamports";
import type { Products } from "../../products/ports";
import { salesReport } from "../../products/rules/sales-report";

/** A seller's products and their sales as a CSV text. */
export async function readSalesReport(
  { uid }: { uid: string },
  deps: { products: Pick<Products, "byOwner"> },
): Promise<string> {
  const products = await deps.products.byOwner(uid);
  return salesReport(
    products.map(({ id, title, sold, priceLamports, status }) => ({
      id,
      title,
      sales: sold,
      price: formatSol(priceLamports),
      status,
    })),
  );
}
