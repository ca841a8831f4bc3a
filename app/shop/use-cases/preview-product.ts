import type { Users } from "../../../db/accounts/users";
import type { Products } from "../../../db/products/products";
import { type ShownSellerStatus, shownSellerStatus } from "../../accounts/rules/seller-status";
import type { User } from "../../accounts/rules/user";
import { formatPrice } from "../../lib/lamports";
import { Problem } from "../../lib/problem";
import type { ShareImage } from "../../lib/share-image";
import type { Buyers } from "../../products/ports";
import { type WholeProductCover, wholeCoverOf } from "../../products/rules/cover";
import type { ShownDescription } from "../../products/rules/description";
import { readDescription } from "../../products/rules/parse-description";
import { type ListingStatus, listingStatusOf, type Product } from "../../products/rules/product";
import { shareImageOf } from "../../products/rules/share-image";

export interface Preview
  extends ShownDescription,
    Pick<
      Product,
      | "title"
      | "sold"
      | "status"
      | "saleType"
      | "saleLimit"
      | "categoryId"
      | "recipient"
      | "isFree"
      | "createdAt"
    > {
  listing: ListingStatus;
  cover: WholeProductCover;
  /** As `formatPrice` writes it. */
  amount: string;
  /** Of links to the page. */
  shareImage: ShareImage;
  /** Null where the account was deleted. */
  seller: ShownSellerStatus | null;
}

/**
 * A published product, on sale or disabled. Throws `not_found`, also for a draft, and where the
 * seller deleted their account to all but buyers of the product.
 */
export async function previewProduct(
  { id, viewer = null }: { id: string; viewer?: Pick<User, "uid"> | null },
  deps: {
    products: Pick<Products, "byId">;
    users: Pick<Users, "sellerByUid">;
    buyers: Pick<Buyers, "own">;
  },
): Promise<Preview> {
  const product = await deps.products.byId(id);
  if (!product || product.status === "draft") throw new Problem("not_found");
  const seller = await deps.users.sellerByUid(product.ownerUid);
  const isOpen = seller ?? (viewer && (await deps.buyers.own(viewer.uid, id)));
  if (!isOpen) throw new Problem("not_found");
  const { title, sold, status, saleType, saleLimit, categoryId } = product;
  const { recipient, createdAt } = product;
  return {
    title,
    sold,
    status,
    listing: listingStatusOf(product),
    saleType,
    saleLimit,
    categoryId,
    ...readDescription(product),
    recipient,
    isFree: product.isFree,
    createdAt,
    cover: wholeCoverOf(product),
    amount: formatPrice(product),
    shareImage: shareImageOf(product),
    seller: seller && shownSellerStatus(seller.status),
  };
}
