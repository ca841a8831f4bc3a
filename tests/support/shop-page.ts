import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { localDatabase } from "../../dev/run/local-database";
import type englishProducts from "../../locales/en/products.json";
import type english from "../../locales/en/shop.json";
import type englishUi from "../../locales/en/ui.json";
import type { AppUnderTest } from "./app-under-test";
import { openPage } from "./app-with-browser";
import { insertProduct, type ProductTraits } from "./factories/product";
import { ROOT } from "./sources";

const textOf = (locale: "fr" | "en"): (typeof english)["shop"] =>
  JSON.parse(readFileSync(join(ROOT, `locales/${locale}/shop.json`), "utf8")).shop;

export const SHOP_TEXT = { fr: textOf("fr"), en: textOf("en") };

/** Texts of every page. */
const commonOf = (locale: "fr" | "en"): (typeof englishUi)["common"] =>
  JSON.parse(readFileSync(join(ROOT, `locales/${locale}/ui.json`), "utf8")).common;

export const COMMON_TEXT = { fr: commonOf("fr"), en: commonOf("en") };

export const BADGE_TEXT: (typeof englishProducts)["badge"] = JSON.parse(
  readFileSync(join(ROOT, "locales/en/products.json"), "utf8"),
).badge;

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 900 };

/** Every pair of a language, a theme and a width. */
export const SETTINGS = [
  { locale: "fr", colorScheme: "light", viewport: DESK },
  { locale: "en", colorScheme: "dark", viewport: DESK },
  { locale: "en", colorScheme: "light", viewport: PHONE },
  { locale: "fr", colorScheme: "dark", viewport: PHONE },
] as const;

export type Setting = (typeof SETTINGS)[number];

type OpenOptions = Parameters<typeof openPage>[2];

/** The shop for a visitor, unless `options` say who it is. */
export async function openShop(
  app: Parameters<typeof openPage>[0],
  path = "/shop",
  options: OpenOptions = {},
): Promise<Page> {
  const { page } = await openPage(app, path, { who: null, ...options });
  return page;
}

/** Titles of the cards, in order. */
export function titles(page: Page): Promise<string[]> {
  return page.locator("article h2").allInnerTexts();
}

/** Inserts products one after the other, so that the last one is the newest; returns their ids. */
export async function insertProducts(
  app: AppUnderTest,
  ownerUid: string,
  all: ProductTraits[],
): Promise<string[]> {
  const db = localDatabase(app.worker);
  const ids: string[] = [];
  for (const traits of all) ids.push(await insertProduct(db, ownerUid, traits));
  return ids;
}
