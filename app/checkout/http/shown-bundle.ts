import { listPriceOf, savedPercent } from "../../bundles/rules/bundle";
import { fixedT } from "../../http/locale";
import { formatSol } from "../../lib/lamports";
import { paths, query } from "../../lib/paths";
import type { ShownLicence } from "../../licences/use-cases/give-keys";
import { availabilityOfAll } from "../../orders/rules/purchase-option";
import { missingItem, type OfferedItem } from "../rules/bundle-offer";
import { type PurchasePage, type ShownBundle, shownStatus } from "../rules/purchase-page";

interface From {
  items: readonly OfferedItem[];
  /** Null for a visitor. */
  viewer: { uid: string } | null;
  /** Of the items that the viewer has bought with it. */
  keys: readonly ShownLicence[];
  request: Request;
}

/** The items of a bundle as texts: they are in the HTML of the page, and in no code of it. */
export function shownBundle(
  { product, stage, terms }: Pick<PurchasePage, "product" | "stage" | "terms">,
  { items, viewer, keys, request }: From,
): ShownBundle {
  const t = fixedT(request, "bundle-offer");
  const list = listPriceOf(items);
  // What was bought before is no saving.
  const rest = listPriceOf(items.filter(({ isPaid }) => !isPaid));
  const total = terms.priceLamports;
  const percent = savedPercent(total, rest);
  const isBought = shownStatus(stage) === "paid";
  const missing = isBought ? null : missingItem(items);
  const stop = missing && t(`stop.${missing.why}`, { title: missing.item.title });
  const isForSale = !isBought && missing === null && stage.kind !== "own";
  return {
    title: t("title", { count: items.length }),
    items: items.map((item) => ({
      id: item.id,
      title: item.title,
      price: formatSol(item.priceLamports),
      note: noteOf(item, isBought, t),
      download: t("download", { title: item.title }),
      licence: keys.find(({ productId }) => productId === item.id) ?? null,
    })),
    list: { label: t("list"), amount: formatSol(list) },
    saves:
      isForSale && total < rest ? t("saves", { amount: formatSol(rest - total), percent }) : null,
    stop,
    hint: isForSale ? hintOf() : null,
  };

  function hintOf(): ShownBundle["hint"] {
    if (viewer) {
      const owned = items.filter(({ isPaid }) => isPaid).length;
      return owned > 0 ? { text: t("credited", { count: owned }), signIn: null } : null;
    }
    const to = paths.login + query({ to: paths.buy(product.id) });
    return { text: t("signIn.text"), signIn: { to, text: t("signIn.link") } };
  }
}

type Translate = ReturnType<typeof fixedT<"bundle-offer">>;

function noteOf(item: OfferedItem, isBought: boolean, t: Translate): string | null {
  const { isOnSale, isOwned, saleLimit, sold } = item;
  if (isOwned && !isBought) return t("note.owned");
  if (isBought) return null;
  if (!isOnSale) return t("note.inactive");
  const availability = availabilityOfAll(item);
  if (availability !== "available") return t(`note.${availability}`);
  return saleLimit === null ? null : t("note.left", { count: saleLimit - sold });
}
