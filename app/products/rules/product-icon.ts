import { ICON_TYPES, MAX_ICON_BYTES } from "../../images/rules/image-types";
import { paths } from "../../lib/paths";
import { mediaUrl } from "./cover";
import { DRAWN_SVG } from "./drawn-cover";
import { CENTRE, focusOf, objectPosition } from "./focus-point";
import type { Product } from "./product";

/** Largest picture that an icon contains: the small size of a photograph has about half of it. */
const MAX_EMBEDDED_BYTES = 128 * 1024;

const ICON_SIDE_PX = 512;

/** A stored image that everyone may see. Type and size are null where they were not kept. */
export interface PublicImage {
  id: string;
  contentType: string | null;
  sizeBytes: number | null;
}

/** How a wallet gets the icon of a product. */
export type ProductIcon =
  | { kind: "drawn" }
  /** The cover as it is. */
  | { kind: "cover"; mediaId: string }
  /** An SVG with the cover in it, cropped to a square around its focus point. */
  | { kind: "crop"; mediaId: string; contentType: string };

/**
 * The cover where wallets take it and need not crop it elsewhere than in the middle, else an SVG around
 * it, else the drawn cover.
 *
 * @param images the sizes of the cover, the small one first
 */
export function productIcon(
  product: Pick<Product, "coverFocusX" | "coverFocusY">,
  images: readonly PublicImage[],
): ProductIcon {
  const taken = images.find(
    ({ contentType, sizeBytes }) =>
      ICON_TYPES.some((type) => type === contentType) && isWithin(sizeBytes, MAX_ICON_BYTES),
  );
  const isCentred = objectPosition(focusOf(product)) === undefined;
  if (taken && isCentred) return { kind: "cover", mediaId: taken.id };
  for (const { id: mediaId, contentType, sizeBytes } of images) {
    if (contentType && isWithin(sizeBytes, MAX_EMBEDDED_BYTES))
      return { kind: "crop", mediaId, contentType };
  }
  return taken ? { kind: "cover", mediaId: taken.id } : { kind: "drawn" };
}

function isWithin(bytes: number | null, limit: number): boolean {
  return bytes !== null && bytes <= limit;
}

/** The path of an icon. It names all that the icon depends on, so that it is cached for ever. */
export function iconPath(
  product: Pick<Product, "id" | "coverFocusX" | "coverFocusY">,
  icon: ProductIcon,
): string {
  if (icon.kind === "cover") return mediaUrl(icon.mediaId);
  return paths.productPicture(
    product.id,
    icon.kind === "crop" ? cropName(product, icon.mediaId) : DRAWN_SVG,
  );
}

function cropName(product: Pick<Product, "coverFocusX" | "coverFocusY">, mediaId: string): string {
  const { x, y } = focusOf(product);
  return `icon-1-${mediaId}-${x}-${y}.svg`;
}

/** The square of the cover around its focus point. */
export function cropSvg(
  product: Pick<Product, "coverFocusX" | "coverFocusY" | "coverShownWidth" | "coverShownHeight">,
  { contentType, base64 }: { contentType: string; base64: string },
): string {
  const { coverShownWidth: shownWidth, coverShownHeight: shownHeight } = product;
  // Without a known size it is cropped in the middle.
  const ratio = shownWidth && shownHeight ? shownWidth / shownHeight : 1;
  const { x, y } = ratio === 1 ? CENTRE : focusOf(product);
  const [width, height] = [
    Math.max(1, ratio) * ICON_SIDE_PX,
    Math.max(1, 1 / ratio) * ICON_SIDE_PX,
  ];
  const [left, top] = [((ICON_SIDE_PX - width) * x) / 100, ((ICON_SIDE_PX - height) * y) / 100];
  const side = ICON_SIDE_PX;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}"><image x="${left}" y="${top}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" href="data:${contentType};base64,${base64}"/></svg>`;
}
