import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { localDatabase } from "../../../dev/run/local-database";
import buyTexts from "../../../locales/en/checkout.json";
import { type AppWithBrowser, startOwnAppWithBrowser } from "../../support/app-with-browser";
import { seriousViolations } from "../../support/axe";
import { person } from "../../support/factories/person";
import { changeProduct } from "../../support/factories/product";
import { frameFaults } from "../../support/frame-faults";
import {
  COMMON_TEXT,
  DESK,
  insertProducts,
  openShop,
  PHONE,
  SETTINGS,
  SHOP_TEXT,
  titles,
} from "../../support/shop-page";
import { dealt, pairs } from "../../support/test-scale";

const PRODUCT_COUNT = 14;
const STORED = "recentlySeen";

let app: AppWithBrowser;
/** Id of "Lamp 1" at 0. */
let ids: string[];

beforeAll(async () => {
  // With a table that no test reaches: nothing refreshes the rate here.
  app = await startOwnAppWithBrowser({ EXCHANGE_RATES_URL: "http://127.0.0.1:1/table.xml" });
  await keepRate();
  const { uid } = await person(app);
  ids = await insertProducts(
    app,
    uid,
    Array.from({ length: PRODUCT_COUNT }, (_, at) => ({
      title: `Lamp ${at + 1}`,
      categoryId: (at % 7) + 1,
      price: PRICES[at] ?? 120_000_000,
      sold: at % 2,
    })),
  );
  await changeProduct(app, ids.at(-1) ?? "", { rating_count: 2, rating_sum: 9, review_count: 2 });
});
afterEach(() => Promise.all(app.browser.contexts().map((context) => context.close())));
afterAll(() => app?.stop());

/** 125 euros for 1 SOL. */
async function keepRate(): Promise<void> {
  const rate = {
    micros: { EUR: "125000000", USD: "150000000" },
    at: Date.now(),
    feed: "feed",
    day: "2026-11-23",
  };
  await localDatabase(app.worker)
    .prepare("INSERT OR REPLACE INTO sweep_progress VALUES ('exchange-rate', ?, ?)")
    .bind(JSON.stringify({ rate, fault: null }), rate.at)
    .run();
}

/** Lamports of the first products: short, and with nine decimals before which stand up to seven digits. */
const PRICES = [50_000_000, 123_456_789, 12_123_456_789, 1_234_567_123_456_789];

/** The label of the stars of the newest product, which sells as well. */
const STARS = { fr: /^4,5 étoiles sur 5/, en: "4.5 of 5 stars, 2 reviews" };

// spec: catalogue.rows
test.each(dealt(SETTINGS.slice(2), 0))(
  "the rows above the list scroll by keyboard on a phone (%o)",
  async (setting) => {
    const t = SHOP_TEXT[setting.locale];
    const page = await openShop(app, "/shop", setting);
    for (const title of [t.rows.newest, t.rows.selling]) {
      const row = page.getByRole("region", { name: title }).getByRole("list");
      const links = row.getByRole("link");
      expect(await links.count()).toBe(6);
      expect(await row.getByRole("img", { name: STARS[setting.locale] }).count()).toBe(1);
      await links.first().focus();
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => row.evaluate((list) => list.scrollLeft)).toBeGreaterThan(0);
      await links.last().focus();
      await expect.poll(() => isInWindow(links.last())).toBe(true);
    }
    expect(await seriousViolations(page)).toEqual([]);
    expect(await frameFaults(page)).toEqual([]);
    await page.getByRole("link", { name: t.rows.toSelling }).click();
    await page.waitForURL(`${app.url}/shop?sort=popular`);
    await page.getByRole("region", { name: t.rows.selling }).waitFor({ state: "detached" });
    await expect.poll(async () => (await titles(page))[0]).toBe("Lamp 14");
  },
);

// spec: catalogue.price-line
test.each(
  pairs(["grid", "list"] as const, SETTINGS, 1).concat(
    pairs(["grid", "list"] as const, SETTINGS, 3),
  ),
)(
  "price and worth stand in one line, and a long price stays in its card (%s, %o)",
  async (view, setting) => {
    const page = await openShop(app, `/shop?view=${view}&sort=price-desc`, setting);
    await page.evaluate(() => document.fonts.ready);
    const shown = await page.locator("article .card-price").evaluateAll((prices) =>
      prices.map((price) => {
        const [amount, worth] = [...(price.firstElementChild?.children ?? [])].map((part) =>
          part.getBoundingClientRect(),
        );
        const box = price.getBoundingClientRect();
        if (!amount || !worth) return { text: price.textContent, isLine: false, past: 0 };
        return {
          text: price.textContent,
          isLine: worth.left >= amount.right && worth.top < amount.bottom,
          past: Math.max(amount.right, worth.right) - box.right,
        };
      }),
    );
    expect(shown).toHaveLength(PRODUCT_COUNT);
    expect(shown.filter(({ past }) => past > 0.5)).toEqual([]);
    // The longest may have what they are worth below.
    const longest = setting.viewport === PHONE ? 3 : 2;
    expect(shown.slice(longest).filter(({ isLine }) => !isLine)).toEqual([]);
    expect(await frameFaults(page)).toEqual([]);
  },
);

const seenRow = (page: Page, locale: "fr" | "en" = "en") =>
  page.getByRole("region", { name: SHOP_TEXT[locale].seen.title });
const seenTitles = (page: Page) => seenRow(page).getByRole("heading", { level: 3 }).allInnerTexts();

async function look(page: Page, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    await page.goto(`${app.url}/acheter/${ids[number - 1]}`);
    await expect.poll(async () => (await stored(page))[0]?.title).toBe(`Lamp ${number}`);
  }
}

async function stored(page: Page): Promise<{ title: string }[]> {
  return JSON.parse((await page.evaluate((key) => localStorage.getItem(key), STORED)) ?? "[]");
}

// spec: catalogue.seen
test("the last ten products seen are a row below the list, the last one first, until they are cleared", async () => {
  const page = await openShop(app, "/shop", { viewport: DESK });
  expect(await seenRow(page).count()).toBe(0);
  await look(page, [1, 2, 1, 3]);
  await page.goto(`${app.url}/shop`);
  await expect.poll(() => seenTitles(page)).toEqual(["Lamp 3", "Lamp 1", "Lamp 2"]);
  expect(await seriousViolations(page)).toEqual([]);
  await look(page, [4, 5, 6, 7, 8, 9, 10, 11]);
  await page.goto(`${app.url}/shop`);
  const last = [11, 10, 9, 8, 7, 6, 5, 4, 3, 1].map((number) => `Lamp ${number}`);
  await expect.poll(() => seenTitles(page)).toEqual(last);
  await page.goto(`${app.url}/shop?page=1&sort=popular`);
  expect(await seenRow(page).count()).toBe(0);
  await page.goto(`${app.url}/shop`);
  await page.getByRole("button", { name: SHOP_TEXT.en.seen.clearLabel }).click();
  await page.getByText(SHOP_TEXT.en.seen.cleared).waitFor();
  expect([await seenRow(page).count(), await stored(page)]).toEqual([0, []]);
});

// spec: catalogue.seen
test.each(dealt(["fr", "en"] as const, 0))(
  "nothing on the screen moves as the row comes (%s)",
  async (locale) => {
    const page = await openShop(app, "/shop", { locale, viewport: PHONE });
    await look(page, [1, 2]);
    await page.goto(`${app.url}/shop`);
    await seenRow(page, locale).waitFor();
    const shifts = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({
            type: "layout-shift",
            buffered: true,
          });
          setTimeout(() => resolve(0), 500);
        }),
    );
    expect(shifts).toBe(0);
  },
);

// spec: catalogue.seen
test("signing out forgets what was seen, on a page without script at the next one with script", async () => {
  const t = COMMON_TEXT.en.nav;
  for (const from of ["/shop", "/about"]) {
    const page = await openShop(app, "/shop", { viewport: DESK, who: await person(app) });
    await look(page, [2]);
    await page.goto(app.url + from);
    await page.getByRole("button", { name: t.logout }).first().click();
    await page.getByRole("link", { name: t.login }).first().waitFor();
    if (from === "/shop") expect(await stored(page)).toEqual([]);
    await page.goto(`${app.url}/shop`);
    await page.getByRole("link", { name: t.login }).first().waitFor();
    await expect.poll(() => stored(page)).toEqual([]);
    expect(await seenRow(page).count()).toBe(0);
  }
});

// spec: catalogue.seen
test("a product that is gone leaves the row once it is opened; broken storage shows nothing", async () => {
  const page = await openShop(app, "/shop", { viewport: DESK });
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await look(page, [13, 14]);
  const id = ids[12] ?? "";
  await changeProduct(app, id, { status: "draft" });
  await page.goto(`${app.url}/shop`);
  await seenRow(page).getByRole("link", { name: "Lamp 13" }).click();
  await page.getByRole("heading", { name: buyTexts.buy.notFound }).waitFor();
  await expect
    .poll(async () => (await stored(page)).map(({ title }) => title))
    .toEqual(["Lamp 14"]);
  await changeProduct(app, id, { status: "active" });
  for (const text of ["{", "7", '[{"id":"<img>","title":1}]', "[[[["]) {
    await page.evaluate(
      ([key = "", value = ""]) => localStorage.setItem(key, value),
      [STORED, text],
    );
    await page.goto(`${app.url}/shop`);
    await expect.poll(async () => (await titles(page)).length).toBe(PRODUCT_COUNT);
    expect(await seenRow(page).count()).toBe(0);
  }
  await look(page, [1]);
  expect(errors).toEqual([]);
});

function isInWindow(link: Locator): Promise<boolean> {
  return link.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return left >= 0 && right <= window.innerWidth;
  });
}
