import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server";
import { expect, test } from "vitest";
import { createTranslator } from "../../../app/lib/translator";
import { readShopState } from "../../../app/shop/http/shop-state";
import { Subcategories } from "../../../app/shop/ui/category-navigator";
import { Pagination } from "../../../app/shop/ui/pagination";
import { ResultCount } from "../../../app/shop/ui/results";
import { TranslationProvider } from "../../../app/ui/translation";
import en from "../../../locales/en/shop.json";
import fr from "../../../locales/fr/shop.json";

const state = (query: string) => readShopState(new URLSearchParams(query));
const LIST = {
  cards: [],
  count: 12,
  isExact: true,
  isPartial: false,
  pages: 1,
  hasNext: false,
  next: null,
  previous: null,
};

const TEXTS = { en, fr };

function render(element: ReactNode, locale: "fr" | "en" = "en"): string {
  return renderToStaticMarkup(
    <TranslationProvider source={{ translator: createTranslator(locale, TEXTS[locale]) }}>
      <StaticRouter location="/shop">{element}</StaticRouter>
    </TranslationProvider>,
  );
}

const textOf = (markup: string) => markup.replace(/<[^>]+>/g, "");
const hrefsOf = (markup: string) =>
  [...markup.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));

// spec: control.shop.count
// spec: catalogue.count
test.each([
  [LIST, "12 products", "12 produits"],
  [{ ...LIST, count: 1_000, isExact: false }, "1,000+ products", "1 000+ produits"],
  [
    { ...LIST, isPartial: true },
    "12 products among the newest 2,000",
    "12 produits parmi les 2 000 plus récents",
  ],
  [null, "", ""],
])("the count says how exact it is", (list, english, french) => {
  expect(textOf(render(<ResultCount list={list} />))).toBe(english);
  expect(textOf(render(<ResultCount list={list} />, "fr")).replace(/\s/g, " ")).toBe(french);
});

// spec: state.shop.no-subcategories
test("a category without subcategories says so", () => {
  const markup = render(
    <Subcategories prefetch="none" state={state("category=1")} category={1} ids={[]} />,
  );
  expect(textOf(markup)).toContain("No subcategories for this category.");
});

test("pages beyond the last number are linked by cursor", () => {
  const last = { ...LIST, pages: 500, hasNext: true, next: "x1" };
  expect(
    hrefsOf(render(<Pagination prefetch="none" state={state("page=500")} links={last} />)),
  ).toEqual(["/shop?page=499", "/shop", "/shop?page=499", "/shop?page=500", "/shop?after=x1"]);
  const beyond = { ...last, next: "x3", previous: "x2" };
  const markup = render(
    <Pagination prefetch="none" state={{ ...state("sort=popular"), after: "x1" }} links={beyond} />,
  );
  expect(hrefsOf(markup)).toEqual([
    "/shop?sort=popular&before=x2",
    "/shop?sort=popular",
    "/shop?sort=popular&page=500",
    "/shop?sort=popular&after=x3",
  ]);
  expect(markup).not.toContain("aria-current");
});

test("a single page has no links", () => {
  expect(render(<Pagination prefetch="none" state={state("")} links={LIST} />)).toBe("");
});
