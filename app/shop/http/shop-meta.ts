import type { AppLoadContext } from "@remix-run/cloudflare";
import type { ParseKeys } from "i18next";
import { fixedT } from "../../http/locale";
import { pageAddress } from "../../http/page-address";
import { breadcrumbs } from "../../http/structured-data";
import { categoryKey } from "../../products/rules/categories";
import { type ShopState, shopPath } from "../rules/shop";
import { readShopState } from "./shop-state";

/** The shop without filters. */
const UNFILTERED = readShopState(new URLSearchParams());

/**
 * Title, description and canonical address of a page of the shop. Filters other than the category
 * share the address of their category; searches and favourites are not for search engines.
 */
export function shopMeta(state: ShopState, request: Request, context: AppLoadContext) {
  const { category, subcategory } = state;
  const plain = { ...UNFILTERED, category, subcategory };
  const isPlain = shopPath(state, { page: 1, view: "grid", product: null }) === shopPath(plain, {});
  const page = isPlain ? state.page : 1;
  const t = fixedT(request, "shop-meta");
  const text = subjectMeta(state, request);
  const address = pageAddress({ request, context }, shopPath(plain, { page }));
  const isPrivate = state.q !== "" || state.favs;
  return {
    ...text,
    title: page > 1 ? t("pageTitle", { title: text.title, page }) : text.title,
    address,
    isPrivate,
    jsonLd: isPrivate ? [] : [breadcrumbs(request, address, categorySteps(plain, request))],
  };
}

/** The address of a category of the shop, or of all products. */
export function shopPathOfCategory(category: number | null): string {
  return shopPath({ ...UNFILTERED, category }, {});
}

function categorySteps(
  { category, subcategory }: Pick<ShopState, "category" | "subcategory">,
  request: Request,
) {
  if (category === null) return [];
  const name = fixedT(request, "categories");
  const step = { name: name(categoryKey(category)), path: shopPathOfCategory(category) };
  if (subcategory === null) return [step];
  const path = shopPath({ ...UNFILTERED, category, subcategory }, {});
  return [step, { name: name(categoryKey(subcategory)), path }];
}

function subjectMeta({ category, subcategory }: ShopState, request: Request) {
  const shop = fixedT(request, "shop");
  const t = fixedT(request, "shop-meta");
  const name = fixedT(request, "categories");
  if (category === null) return { title: shop("metaTitle"), description: shop("metaDescription") };
  const names = { category: name(categoryKey(category)) };
  if (subcategory === null) {
    const key = `description.${category}` as ParseKeys<"shop-meta">;
    return { title: t("title", names), description: t(key) };
  }
  const both = { ...names, subcategory: name(categoryKey(subcategory)) };
  return {
    title: t("subcategoryTitle", both),
    description: t("subcategoryDescription", both),
  };
}
