import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import { Problem } from "../../lib/problem";
import type { Product, ProtectedFile } from "../rules/product";

/** A published product of this user. Throws `not_found`, also for a draft or another user's product. */
export async function ownProduct(
  { uid, productId }: { uid: string; productId: string },
  deps: { products: Pick<Products, "byId"> },
): Promise<Product> {
  const product = await ownProductOrDraft({ uid, productId }, deps);
  if (product.status === "draft") throw new Problem("not_found");
  return product;
}

/** A product or draft of this user. Throws `not_found`, also for another user's. */
export async function ownProductOrDraft(
  { uid, productId }: { uid: string; productId: string },
  deps: { products: Pick<Products, "byId"> },
): Promise<Product> {
  const product = await deps.products.byId(productId);
  if (product?.ownerUid !== uid) throw new Problem("not_found");
  return product;
}

/** The file record of an upload of this user. Throws `not_found`, also for another user's upload. */
export async function ownUpload(
  { uid, key }: { uid: string; key: string },
  deps: { protectedFiles: Pick<ProtectedFiles, "byKey"> },
): Promise<ProtectedFile> {
  const file = await deps.protectedFiles.byKey(key);
  if (file?.ownerUid !== uid) throw new Problem("not_found");
  return file;
}
