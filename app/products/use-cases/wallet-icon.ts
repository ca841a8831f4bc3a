import type { Media } from "../../../db/products/media";
import { BRAND_PICTURE } from "../../lib/brand";
import { mediaUrl } from "../rules/cover";

/**
 * The path of the picture that wallets show for a product: PNG or WebP, since they refuse JPEG, GIF and
 * AVIF. The cover in one of its sizes, else the brand's.
 */
export async function readWalletIcon(
  { productId }: { productId: string },
  { media }: { media: Pick<Media, "iconOf"> },
): Promise<string> {
  return mediaUrl((await media.iconOf(productId)) ?? "") || BRAND_PICTURE;
}
