import type { Purchases } from "../../../db/orders/purchases";
import { coverOf, type ProductCover } from "../../products/rules/cover";
import type { FileUpdate } from "../../products/rules/file-versions";

export interface LibraryEntry {
  productId: string;
  orderId: string;
  /** Null without a title, or where the product was removed. */
  title: string | null;
  description: string;
  cover: ProductCover;
  /** Epoch ms. */
  boughtAt: number;
  /** Set where the file was replaced since. */
  update: FileUpdate | null;
}

export interface LibraryPage {
  entries: LibraryEntry[];
  /** Cursor of the next page (epoch ms); null on the last one. */
  next: number | null;
}

/** Of a product that was removed. */
const NO_COVER = {
  coverMediaId: "",
  coverSmallMediaId: "",
  coverFocusX: null,
  coverFocusY: null,
};

/** Purchases on a page; few buyers have more. */
const PAGE_SIZE = 48;

/** A user's purchases, newest first. `before` (epoch ms) is the `next` of an earlier page. */
export async function readLibrary(
  { uid, before }: { uid: string; before: number | null },
  deps: { purchases: Pick<Purchases, "library"> },
): Promise<LibraryPage> {
  const purchases = await deps.purchases.library(uid, PAGE_SIZE + 1, before);
  const shown = purchases.slice(0, PAGE_SIZE);
  const last = purchases.length > PAGE_SIZE ? shown.at(-1) : undefined;
  return {
    entries: shown.map(({ productId, orderId, createdAt, product, update }) => ({
      productId,
      orderId,
      title: product?.title.trim() || null,
      description: product?.description ?? "",
      cover: coverOf({ ...(product ?? NO_COVER), id: productId }, "small"),
      boughtAt: createdAt,
      update,
    })),
    next: last?.createdAt ?? null,
  };
}
