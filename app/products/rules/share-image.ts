import {
  SHARE_IMAGE_SIZE,
  type ShareImage,
  staticShareImage,
  uploadedShareImage,
} from "../../lib/share-image";
import { mediaUrl } from "./cover";
import type { Product } from "./product";

/** Largest picture that is stored. Programs that show links load it for each preview. */
export const MAX_SHARE_IMAGE_BYTES = 250 * 1024;

/** Name of the form field. */
export const SHARE_IMAGE_FIELD = "shareImage";

/**
 * The picture of a shared link to a product: the one that the seller's browser drew, else the cover,
 * else the one of its category, which a disabled product always has.
 */
export function shareImageOf({
  status,
  shareMediaId,
  coverMediaId,
  categoryId,
}: Pick<Product, "status" | "shareMediaId" | "coverMediaId" | "categoryId">): ShareImage {
  const ofCategory = staticShareImage(`category-${categoryId}`);
  if (status !== "active") return ofCategory;
  if (shareMediaId) return { path: mediaUrl(shareMediaId), size: SHARE_IMAGE_SIZE };
  return uploadedShareImage(mediaUrl(coverMediaId)) ?? ofCategory;
}
