import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { localDatabase } from "../../../dev/run/local-database";
import { type AppWithBrowser, openPage, startAppWithBrowser } from "../../support/app-with-browser";
import { seriousViolations } from "../../support/axe";
import { type Person, person } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { insertManySales } from "../../support/many-sales";
import { dealt } from "../../support/test-scale";

const DAY_MS = 86_400_000;
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };

let app: AppWithBrowser;
let seller: Person;

beforeAll(async () => {
  app = await startAppWithBrowser();
  seller = await person(app);
  const db = localDatabase(app.worker);
  // 22:30 UTC: another day in Europe than in America.
  const late = Math.floor(Date.now() / DAY_MS) * DAY_MS - 90 * 60_000;
  for (const [productId, title, count, refundEach] of [
    ["waves", "Waves, an hour of the sea in stereo", 100, 9],
    ["rain", "Rain", 3, 0],
  ] as const) {
    await insertProduct(db, seller.uid, { id: productId, title });
    const times = { from: late - (count - 1) * 5 * DAY_MS, everyMs: 5 * DAY_MS };
    await insertManySales(db, {
      ownerUid: seller.uid,
      productId,
      count,
      refundEach,
      priceLamports: 123_456_789,
      ...times,
    });
  }
});
afterEach(() => Promise.all(app.browser.contexts().map((context) => context.close())));
afterAll(() => app?.stop());

async function open(
  path: string,
  options: Omit<BrowserContextOptions, "locale"> & { lang: "fr" | "en" },
) {
  const { lang, ...window } = options;
  const opened = await openPage(app, path, {
    who: seller,
    locale: lang,
    ...window,
  });
  return opened.page;
}

/** Nothing is wider than the window, and nothing serious is reported by axe. */
async function expectSound(page: Page): Promise<void> {
  const wider = await page.evaluate(() => document.body.scrollWidth - window.innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
  expect(await seriousViolations(page)).toEqual([]);
}

const rows = (page: Page) => page.locator("[data-order]");

const LOOKS = [
  { lang: "fr", colorScheme: "light", viewport: DESK },
  { lang: "en", colorScheme: "dark", viewport: DESK },
  { lang: "fr", colorScheme: "dark", viewport: PHONE },
  { lang: "en", colorScheme: "light", viewport: PHONE },
] as const;

test.each(dealt(LOOKS, 3))(
  "figures and sales ($lang, $colorScheme, $viewport.width)",
  async (look) => {
    const page = await open("/dashboard", look);
    await expectSound(page);
    expect(await page.locator("[data-product] th").evaluateAll(linesOfTitles)).toEqual([1, 1]);
    await page.getByRole("link", { name: look.lang === "fr" ? "12 mois" : "12 months" }).click();
    await page.waitForURL(/period=12-months/);
    await expect.poll(() => page.getByRole("img").locator("title").count()).toBe(12);
    await page.getByText(look.lang === "fr" ? "Afficher le tableau" : "Show the table").click();
    const table = page.locator("details table");
    await table.waitFor();
    expect(await table.locator("tbody tr").count()).toBe(12);
    await expectSound(page);
    await screenshot(page, "dashboard", look);

    await page
      .getByRole("link", { name: look.lang === "fr" ? "Toutes les ventes" : "All sales" })
      .click();
    await page.waitForURL(/\/dashboard\/sales$/);
    await expect.poll(() => rows(page).count()).toBe(50);
    const refundable = rows(page)
      .filter({ has: page.locator("summary") })
      .first();
    expect(await refundable.evaluate(gapToCopyButtons)).toBeGreaterThan(40);
    expect(await page.locator("[data-order] > th").evaluateAll(linesOfTitles)).toEqual(
      Array(50).fill(1),
    );
    await refundable.locator("summary").click();
    await refundable
      .getByText(look.lang === "fr" ? "de votre wallet" : "from your wallet")
      .waitFor();
    await expectSound(page);
    await screenshot(page, "sales", look);
  },
);

/** Lines that each title takes. In the browser. Throws where its full text can't be reached. */
function linesOfTitles(cells: Element[]): number[] {
  return cells.map((cell) => {
    const title = cell.querySelector("[title]") ?? cell;
    if (title.getAttribute("title") !== title.textContent) throw new Error("no title");
    const range = document.createRange();
    range.selectNodeContents(title);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
}

/** Pixels from the row's refund to the nearest button that copies. In the browser. */
function gapToCopyButtons(row: Element): number {
  const refund = row.querySelector("summary")?.getBoundingClientRect() ?? new DOMRect();
  const gaps = [...row.querySelectorAll("button")].map((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const [across, down] = [
      Math.max(left - refund.right, refund.left - right, 0),
      Math.max(top - refund.bottom, refund.top - bottom, 0),
    ];
    return Math.hypot(across, down);
  });
  return Math.min(...gaps);
}

/** Kept for people to look at, where a folder is given. */
async function screenshot(page: Page, name: string, look: (typeof LOOKS)[number]): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  const path = `${folder}/${name}-${look.lang}-${look.colorScheme}-${look.viewport.width}.png`;
  await page.screenshot({ path, fullPage: name === "dashboard" });
}

// spec: word.times
test("days and times are those of the browser", async () => {
  for (const [timezoneId, clock, sameDay] of [
    ["Pacific/Auckland", /^(10|11):30$/, false],
    ["America/New_York", /^(17|18):30$/, true],
  ] as const) {
    const page = await open("/dashboard", { lang: "en", timezoneId });
    await page.goto(`${app.url}/dashboard/sales`);
    await page.getByText(`Days and times: ${timezoneId}`).waitFor();
    const sold = rows(page).first().locator("time");
    expect(await sold.textContent()).toMatch(clock);
    const utcDay = (await sold.getAttribute("datetime"))?.slice(0, 10);
    const day = await page.locator("tbody th time").first().getAttribute("datetime");
    expect(day === utcDay).toBe(sameDay);
  }
});

test("filters and pages work without script, and say that times are UTC", async () => {
  const page = await open("/dashboard/sales", { lang: "fr", javaScriptEnabled: false });
  await page.getByText("Jours et heures : UTC").waitFor();
  await page.getByLabel("Produit").selectOption("rain");
  await page.getByLabel("Période").selectOption("30-days");
  await page.getByRole("button", { name: "Afficher" }).click();
  expect(new URL(page.url()).search).toBe("?product=rain&period=30-days");
  await expect.poll(() => rows(page).count()).toBe(3);
  expect(await page.getByLabel("Produit").inputValue()).toBe("rain");
  await page.getByLabel("Produit").selectOption("waves");
  await page.getByLabel("Période").selectOption("all");
  await page.getByRole("button", { name: "Afficher" }).click();
  await page.getByRole("link", { name: "Paiements plus anciens" }).click();
  await expect.poll(() => rows(page).count()).toBe(50);
  expect(await page.getByLabel("Produit").inputValue()).toBe("waves");
  expect(await page.getByRole("link", { name: "Paiements plus anciens" }).count()).toBe(0);
});

// spec: seller.transactions-csv
test.each([true, false])("a year of transactions downloads (script: %s)", async (script) => {
  const page = await open("/dashboard", { lang: "en", javaScriptEnabled: script });
  const years = page.getByLabel("Year of the transactions (UTC)");
  const year = await years.inputValue();
  expect(year).toBe(String(new Date().getUTCFullYear()));
  await page.getByText("More", { exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export Transactions" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`transactions-${year}.csv`);
  const lines = readFileSync(await file.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines[0]).toMatch(/^\ufeffTime \(UTC\),Kind,Product ID,/);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.slice(1).every((line) => line.startsWith(`"${year}-`))).toBe(true);
});
