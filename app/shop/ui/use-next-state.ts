import { useLocation, useNavigation } from "@remix-run/react";
import { paths } from "../../lib/paths";
import type { ProductType } from "../../products/rules/categories";
import { type ShopState, type Sort, shopPath, type View } from "../rules/shop";

/**
 * The state that the page is loading, or else the shown one. Controls and links are based on it, so
 * that a change during a load keeps the change before it.
 */
export function useNextState(shown: ShopState): ShopState {
  const { location } = useNavigation();
  return location?.pathname === paths.shop ? stateOf(location.search) : shown;
}

/** Id of the product in the quick view, null where that is closed. */
export function useQuickViewId(): string | null {
  // Only the current address: before it is in the history, Back would leave the list.
  return new URLSearchParams(useLocation().search).get("product");
}

/** Whether two states list the same products. */
export function isSameList(a: ShopState, b: ShopState): boolean {
  const list = (state: ShopState) => shopPath({ ...state, view: "grid", product: null }, {});
  return list(a) === list(b);
}

/** Without validation, which the loader does: for addresses made by this page. */
function stateOf(search: string): ShopState {
  const values = new URLSearchParams(search);
  const number = (name: string) => (values.has(name) ? Number(values.get(name)) : null);
  return {
    q: values.get("q") ?? "",
    category: number("category"),
    subcategory: number("subcategory"),
    type: values.get("type") as ProductType | null,
    min: values.get("min"),
    max: values.get("max"),
    sort: (values.get("sort") ?? "recent") as Sort,
    page: number("page") ?? 1,
    after: values.get("after"),
    before: values.get("before"),
    view: (values.get("view") ?? "grid") as View,
    favs: values.has("favs"),
    product: values.get("product"),
  };
}
