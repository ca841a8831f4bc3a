import { useFetcher, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { paths, query } from "../../lib/paths";
import type { ProductCard } from "../../products/rules/product-card";
import { useTranslation } from "../../ui/translation";
import { useHydrated } from "../../ui/use-hydrated";
import { type ShopState, shopPath } from "../rules/shop";
import { readLocalFavourites, writeLocalFavourites } from "./local-favourites";
import type { PageLinks } from "./pagination";
import { shopToast } from "./shop-toast";

/** The products of the shown page, and how many there are. */
export interface ShownList extends PageLinks {
  cards: readonly ProductCard[];
  count: number;
  isExact: boolean;
  isPartial: boolean;
}

/** The response of `GET /shop/cards`. */
type CardsAnswer =
  | (Pick<ShownList, "cards" | "count" | "isExact" | "pages" | "hasNext"> & {
      /** Ids that are not on sale any more. */
      missing: string[];
    })
  | { error: { message: string } };

interface FavouriteCards {
  /** Null until the first answer. */
  list: ShownList | null;
  isLoading: boolean;
  /** Why there is no list, in the user's language; else null. */
  error: string | null;
}

const NO_MORE = { isPartial: false, next: null, previous: null };
const EMPTY: ShownList = {
  cards: [],
  count: 0,
  isExact: true,
  pages: 1,
  hasNext: false,
  ...NO_MORE,
};

/**
 * The favourites of a visitor under the filters of `state`, asked for by their ids; not asked for
 * unless `isShown`. Ids of products that are gone are removed.
 */
export function useFavouriteCards(
  ids: readonly string[],
  state: ShopState,
  isShown: boolean,
): FavouriteCards {
  const { load, data, state: progress } = useFetcher<CardsAnswer>({ key: "favourite-cards" });
  const isHydrated = useHydrated();
  const { t } = useTranslation(["shop", "toasts"]);
  const navigate = useNavigate();
  const path = isShown && ids.length > 0 ? cardsPath(ids, state) : null;
  useEffect(() => {
    if (path) load(path);
  }, [path, load]);
  useEffect(() => {
    if (!data) return;
    if ("error" in data) return shopToast(t("error.toast"));
    const mended = mendedPage(data.pages);
    if (mended) {
      shopToast(t("toasts:lastPage"));
      navigate(mended, { replace: true, preventScrollReset: true });
    }
    if (data.missing.length > 0) {
      writeLocalFavourites(readLocalFavourites().filter((id) => !data.missing.includes(id)));
    }
  }, [data, t, navigate]);
  if (!isShown) return { list: null, isLoading: false, error: null };
  if (isHydrated && ids.length === 0) return { list: EMPTY, isLoading: false, error: null };
  const isLoading = progress !== "idle" || !data;
  if (!data) return { list: null, isLoading, error: null };
  if ("error" in data) return { list: null, isLoading, error: data.error.message };
  return { list: { ...data, ...NO_MORE }, isLoading, error: null };
}

/** The address with the last page in place of a later one; null where the address has none. */
function mendedPage(pages: number): string | null {
  const { pathname, searchParams } = new URL(window.location.href);
  const isOver = searchParams.has("favs") && Number(searchParams.get("page")) > pages;
  if (!isOver) return null;
  if (pages > 1) searchParams.set("page", String(pages));
  else searchParams.delete("page");
  return `${pathname}?${searchParams}`;
}

function cardsPath(ids: readonly string[], state: ShopState): string {
  const filters = shopPath({ ...state, favs: false, view: "grid", product: null }, {});
  const search = new URL(filters, window.location.origin).searchParams;
  return paths.shopCards + query({ ids: ids.join(","), ...Object.fromEntries(search) });
}
