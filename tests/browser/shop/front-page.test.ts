import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { localDatabase } from "../../../dev/run/local-database";
import { type AppWithBrowser, startOwnAppWithBrowser } from "../../support/app-with-browser";
import { seriousViolations } from "../../support/axe";
import { person } from "../../support/factories/person";
import { frameFaults } from "../../support/frame-faults";
import {
  insertProducts,
  openShop,
  PHONE,
  SETTINGS,
  SHOP_TEXT,
  titles,
} from "../../support/shop-page";
import { dealt, pairs } from "../../support/test-scale";

const PRODUCT_COUNT = 14;

let app: AppWithBrowser;

beforeAll(async () => {
  // With a table that no test reaches: nothing refreshes the rate here.
  app = await startOwnAppWithBrowser({ EXCHANGE_RATES_URL: "http://127.0.0.1:1/table.xml" });
  await keepRate();
  const { uid } = await person(app);
  await insertProducts(
    app,
    uid,
    Array.from({ length: PRODUCT_COUNT }, (_, at) => ({
      title: `Lamp ${at + 1}`,
      categoryId: (at % 7) + 1,
      price: PRICES[at] ?? 120_000_000,
      sold: at % 2,
    })),
  );
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

function isInWindow(link: Locator): Promise<boolean> {
  return link.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return left >= 0 && right <= window.innerWidth;
  });
}
