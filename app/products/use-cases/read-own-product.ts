import { Problem } from "../../lib/problem";
import type { Products } from "../ports";
import type { Product } from "../rules/product";

/** A published product of this person; `not_found` also for drafts and for somebody else's. */
export async function readOwnProduct(
  { uid, productId }: { uid: string; productId: string },
  deps: { products: Pick<Products, "byId"> },
): Promise<Product> {
  const product = await deps.products.byId(productId);
  if (product?.ownerUid !== uid || product.status === "draft") throw new Problem("not_found");
  return product;
}
