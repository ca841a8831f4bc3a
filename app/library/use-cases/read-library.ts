import type { LibraryRow, Purchases } from "../../../db/orders/purchases";
import { formatSol } from "../../lib/lamports";
import type { Settings } from "../../lib/ports";
import { isWithoutOrder } from "../../orders/rules/grant";
import { MAX_ORDER_ITEMS } from "../../orders/rules/terms";
import { coverOf } from "../../products/rules/cover";
import { beginningOf } from "../../products/rules/parse-description";
import { explorerLink } from "../../solana/explorer";
import type { LibraryEntry, ShownRefund } from "../rules/library-entry";

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

/** A user's purchases, refunded ones too, newest first. `before` (epoch ms) is the `next` of an earlier page. */
export async function readLibrary(
  { uid, before }: { uid: string; before: number | null },
  deps: { purchases: Pick<Purchases, "library">; settings: Pick<Settings, "cluster"> },
): Promise<LibraryPage> {
  const purchases = await deps.purchases.library(uid, PAGE_SIZE + MAX_ORDER_ITEMS, before);
  // The items of a bundle have one time, and stay on one page.
  const rest = purchases.findIndex(
    ({ createdAt }, at) => at >= PAGE_SIZE && createdAt !== purchases[at - 1]?.createdAt,
  );
  const shown = rest === -1 ? purchases : purchases.slice(0, rest);
  const last = rest === -1 ? undefined : shown.at(-1);
  return {
    entries: shown.map(
      ({ productId, orderId, createdAt, product, update, refund, grantReason, isLicensed }) => ({
        productId,
        orderId,
        title: product?.title.trim() || null,
        description: product ? beginningOf(product) : "",
        cover: coverOf({ ...(product ?? NO_COVER), id: productId }, "small"),
        boughtAt: createdAt,
        isFree: isWithoutOrder(grantReason),
        update,
        refund: refund && shownRefund(refund, deps.settings),
        isLicensed,
      }),
    ),
    next: last?.createdAt ?? null,
  };
}

function shownRefund(
  { at, lamports, signature }: NonNullable<LibraryRow["refund"]>,
  { cluster }: Pick<Settings, "cluster">,
): ShownRefund {
  const amount = lamports === null ? null : formatSol(lamports);
  return { at, amount, signature, explorer: signature && explorerLink(signature, cluster) };
}
