import { formatSol } from "../../lib/lamports";
import { Problem } from "../../lib/problem";
import type { Products } from "../../products/ports";
import { mediaUrl } from "../../products/rules/file-names";
import { type Picture, pictureOf } from "../../products/rules/picture";
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
  picture: Picture;
  /** Address of the second image, empty if absent. */
  imageUrl: string;
  /** SOL as decimal text. */
  amount: string;
}

/** A product to look at, whether it is on sale or not. Throws `not_found`, for a draft too. */
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
    picture: pictureOf(product),
    imageUrl: mediaUrl(product.imageKey),
    amount: formatSol(product.priceLamports),
  };
}
