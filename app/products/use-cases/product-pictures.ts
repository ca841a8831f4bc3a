import type { Media } from "../../../db/products/media";
import type { Products } from "../../../db/products/products";
import { encodeBase64 } from "../../lib/base64";
import { BRAND_PICTURE } from "../../lib/brand";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import type { FileStore } from "../ports";
import { DRAWN_PNG, DRAWN_SVG, drawnCoverPng, drawnCoverSvg } from "../rules/drawn-cover";
import type { Product } from "../rules/product";
import { cropSvg, iconPath, productIcon } from "../rules/product-icon";

/** Of the site, for a product that is not there any more. */
const SITE_ICON = BRAND_PICTURE;

interface IconDeps {
  products: Pick<Products, "byId">;
  media: Pick<Media, "publicImages">;
}

/** The path of the icon that wallets show for a product: SVG, PNG or WebP. */
export async function readProductIcon(productId: string, deps: IconDeps): Promise<string> {
  const product = await deps.products.byId(productId);
  if (!product || product.status === "draft") return SITE_ICON;
  return iconPath(product, await iconOf(product, deps));
}

async function iconOf(product: Product, { media }: Pick<IconDeps, "media">) {
  const sizes = [product.coverSmallMediaId, product.coverMediaId].filter((id) => id !== "");
  const found = sizes.length > 0 ? await media.publicImages(sizes) : [];
  const images = sizes.flatMap((id) => found.filter((image) => image.id === id));
  return productIcon(product, images);
}

interface Picture {
  type: "image/svg+xml" | "image/png";
  body: string | Uint8Array<ArrayBuffer>;
}

/**
 * A picture that is made for a product, by the name in its address: its drawn cover, or the icon that
 * crops its cover. Throws `not_found` for another name, an unknown product and a draft.
 */
export async function openProductPicture(
  { productId, name }: { productId: string; name: string },
  deps: IconDeps & { files: Pick<FileStore, "read"> },
): Promise<Picture> {
  const product = await deps.products.byId(productId);
  if (!product || product.status === "draft") throw new Problem("not_found");
  const { id } = product;
  if (name === DRAWN_SVG) return { type: "image/svg+xml", body: drawnCoverSvg(id) };
  if (name === DRAWN_PNG) return { type: "image/png", body: await drawnCoverPng(id) };
  const icon = await iconOf(product, deps);
  if (icon.kind !== "crop" || iconPath(product, icon) !== paths.productPicture(id, name))
    throw new Problem("not_found");
  const { mediaId, contentType } = icon;
  const base64 = encodeBase64(await readImage(mediaId, deps));
  return { type: "image/svg+xml", body: cropSvg(product, { contentType, base64 }) };
}

async function readImage(
  mediaId: string,
  { files, media }: { files: Pick<FileStore, "read">; media: Pick<Media, "publicImages"> },
): Promise<Uint8Array> {
  const [image] = await media.publicImages([mediaId]);
  const result = image && (await files.read(image.key, {}));
  if (result?.kind !== "body") throw new Problem("not_found");
  return new Uint8Array(await new Response(result.body).arrayBuffer());
}
