import { FREE, localizeSol, readPrice } from "../../lib/lamports";
import { paths } from "../../lib/paths";
import {
  SHARE_IMAGE_SIZE,
  type ShareImage,
  staticShareImage,
  uploadedShareImage,
} from "../../lib/share-image";
import { mediaUrl } from "./cover";
import { DRAWN_PNG, DRAWN_PNG_SIZE } from "./drawn-cover";
import type { Product } from "./product";

/** Largest picture that is stored. Programs that show links load it for each preview. */
export const MAX_SHARE_IMAGE_BYTES = 250 * 1024;

/** Name of the form field. */
export const SHARE_IMAGE_FIELD = "shareImage";

/**
 * A price of `formatPrice` in the picture, as a language writes it: "0,25 SOL" in French; `free` is the word for none,
 * and `from` stands before the least.
 */
export function sharePrice(
  price: string,
  locale: string,
  { free, from }: { free: string; from: string },
): string {
  if (price === FREE) return free;
  const { amount, isLeast } = readPrice(price);
  const text = `${localizeSol(amount, locale)} SOL`;
  return isLeast ? `${from} ${text}` : text;
}

/**
 * The picture of a shared link to a product: the one that the seller's browser drew, else the cover,
 * else the drawn cover; for a disabled product that of its category.
 */
export function shareImageOf({
  id,
  status,
  shareMediaId,
  coverMediaId,
  categoryId,
}: Pick<Product, "id" | "status" | "shareMediaId" | "coverMediaId" | "categoryId">): ShareImage {
  if (status !== "active") return staticShareImage(`category-${categoryId}`);
  if (shareMediaId) return { path: mediaUrl(shareMediaId), size: SHARE_IMAGE_SIZE };
  const drawn = { path: paths.productPicture(id, DRAWN_PNG), size: DRAWN_PNG_SIZE };
  return uploadedShareImage(mediaUrl(coverMediaId)) ?? drawn;
}
