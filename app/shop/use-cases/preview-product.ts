import type { Products } from "../../../db/products/products";
import { formatSol } from "../../lib/lamports";
import { Problem } from "../../lib/problem";
import { coverOf, mediaUrl, type ProductCover } from "../../products/rules/cover";
import type { Product } from "../../products/rules/product";

export interface Preview
  extends Pick<
    Product,
    | "title"
    | "sold"
    | "status"
    | "saleType"
    | "saleLimit"
    | "categoryId"
    | "description"
    | "recipient"
    | "createdAt"
  > {
  cover: ProductCover;
  /** URL of the second image, empty if absent. */
  imageUrl: string;
  /** SOL as decimal text. */
  amount: string;
}

/** A published product, on sale or disabled. Throws `not_found`, also for a draft. */
export async function previewProduct(
  { id }: { id: string },
  { products }: { products: Pick<Products, "byId"> },
): Promise<Preview> {
  const product = await products.byId(id);
  if (!product || product.status === "draft") throw new Problem("not_found");
  const { title, sold, status, saleType, saleLimit, categoryId } = product;
  const { description, recipient, createdAt } = product;
  return {
    title,
    sold,
    status,
    saleType,
    saleLimit,
    categoryId,
    description,
    recipient,
    createdAt,
    cover: coverOf(product, "large"),
    imageUrl: mediaUrl(product.imageMediaId),
    amount: formatSol(product.priceLamports),
  };
}
