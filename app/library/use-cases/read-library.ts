import type { Purchases } from "../../orders/ports";
import { pictureOf } from "../../products/rules/picture";
import type { LibraryPage } from "../rules/library-page";

/** Purchases on a page; a rare buyer has more. */
const PAGE_SIZE = 48;

/** What somebody has bought, newest first. `before` (epoch ms) continues where a page ended. */
export async function readLibrary(
  { uid, before }: { uid: string; before?: number | undefined },
  deps: { purchases: Pick<Purchases, "library"> },
): Promise<LibraryPage> {
  const found = await deps.purchases.library(uid, PAGE_SIZE + 1, before);
  const shown = found.slice(0, PAGE_SIZE);
  const last = found.length > PAGE_SIZE ? shown.at(-1) : undefined;
  return {
    entries: shown.map(({ productId, createdAt, product }) => ({
      productId,
      title: product?.title.trim() || null,
      description: product?.description ?? "",
      picture: pictureOf({ id: productId, coverKey: product?.coverKey ?? "" }),
      boughtAt: createdAt,
    })),
    next: last?.createdAt ?? null,
  };
}
