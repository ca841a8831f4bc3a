import { type ImageWidths, NO_WIDTHS, srcSetOf } from "../../images/rules/image-widths";
import type { Size } from "../../images/rules/parsed-image";
import { paths } from "../../lib/paths";
import type { Product } from "./product";

/** Beside the cover. A page with more of them is no longer read to its end. */
export const MAX_PICTURES = 6;

/** A stored product image: its file store key and the public ids of its sizes; empty if absent. */
export interface StoredImage extends ImageWidths {
  key: string;
  mediaId: string;
  smallMediaId: string;
  /** Pixels as shown; null where they are not known. */
  shownWidth: number | null;
  shownHeight: number | null;
}

export const NO_IMAGE: StoredImage = {
  key: "",
  mediaId: "",
  smallMediaId: "",
  ...NO_WIDTHS,
  shownWidth: null,
  shownHeight: null,
};

/** A product's cover, from its columns. */
export function coverIn(product: Product): StoredImage {
  return {
    key: product.coverKey,
    mediaId: product.coverMediaId,
    smallMediaId: product.coverSmallMediaId,
    width: product.coverWidth,
    smallWidth: product.coverSmallWidth,
    shownWidth: product.coverShownWidth,
    shownHeight: product.coverShownHeight,
  };
}

/** A product's first picture, from its columns. */
export function firstPictureIn(product: Product): StoredImage {
  return {
    key: product.imageKey,
    mediaId: product.imageMediaId,
    smallMediaId: product.imageSmallMediaId,
    width: product.imageWidth,
    smallWidth: product.imageSmallWidth,
    shownWidth: product.imageShownWidth,
    shownHeight: product.imageShownHeight,
  };
}

/** A picture of a product as pages show it. */
export interface ShownPicture {
  /** Names it among those of its product. */
  id: string;
  /** Of its large size. */
  url: string;
  /** Both sizes, where a browser may choose. */
  srcSet?: string | undefined;
  /** Pixels; null where it is not known. */
  size: Size | null;
}

export function shownPicture(image: Omit<StoredImage, "key">): ShownPicture {
  const { mediaId: id, shownWidth, shownHeight } = image;
  const size = shownWidth && shownHeight ? { width: shownWidth, height: shownHeight } : null;
  return { id, url: paths.media(id), srcSet: srcSetOf(image), size };
}
