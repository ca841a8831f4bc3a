import { randomBytes } from "node:crypto";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { localDatabase } from "../../../dev/run/local-database";
import { sql } from "../../support/app-under-test";
import { type AppWithBrowser, openPage, startAppWithBrowser } from "../../support/app-with-browser";
import { seriousViolations } from "../../support/axe";
import { type Person, person } from "../../support/factories/person";
import { changeProduct, insertProduct } from "../../support/factories/product";
import { insertManySales } from "../../support/many-sales";
import { filePayload } from "../../support/product-page";
import { newAddress } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
import { dealt } from "../../support/test-scale";
import { openUpload, putPart } from "../../support/upload";

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };
const PART_BYTES = 8 * 1024 * 1024;
const FILE_BYTES = 12 * 1024 * 1024;
/** Longer than the interval of the polls. */
const POLL_MS = 6_000;
const STATE = "/api/events";

const WORDS = {
  en: {
    drafts: "Drafts",
    progress: "67%, 8 MB of 12 MB",
    continue: "Continue",
    delete: "Delete",
    yes: "Confirm",
    deleted: "Draft deleted",
    file: "Go on with this file",
    draft: "New product",
    arrived: "The file has arrived.",
    register: "Register product",
    price: "0.4SOL",
    published: "Product registered",
    sale: (title: string) => `New sale: ${title}, 0.25 SOL.`,
    review: "1 payment to review",
  },
  fr: {
    drafts: "Brouillons",
    progress: "67 %, 8 Mo sur 12 Mo",
    continue: "Continuer",
    delete: "Supprimer",
    yes: "Confirmer",
    deleted: "Brouillon supprimé",
    file: "Continuer avec ce fichier",
    draft: "Nouveau produit",
    arrived: "Le fichier est arrivé.",
    register: "Enregistrer le produit",
    price: "0,4SOL",
    published: "Produit enregistré",
    sale: (title: string) => `Nouvelle vente\u00a0: ${title}, 0,25 SOL.`,
    review: "1 paiement à examiner",
  },
} as const;

const LOOKS = [
  { lang: "fr", colorScheme: "light", viewport: DESK },
  { lang: "en", colorScheme: "dark", viewport: DESK },
  { lang: "fr", colorScheme: "dark", viewport: PHONE },
  { lang: "en", colorScheme: "light", viewport: PHONE },
] as const;

let app: AppWithBrowser;

beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterEach(() => Promise.all(app.browser.contexts().map((context) => context.close())));
afterAll(() => app?.stop());

const db = () => localDatabase(app.worker);

interface Look extends Omit<BrowserContextOptions, "locale"> {
  lang: "fr" | "en";
  /** True for timers that the test moves. */
  timers?: boolean;
}

async function open(who: Person, { lang, timers = false, ...window }: Look): Promise<Page> {
  const { page } = await openPage(app, "/dashboard", {
    who,
    locale: lang,
    ...window,
    before: async (context) => {
      if (timers) await context.clock.install();
    },
  });
  return page;
}

/** A draft with the first of its two parts; returns the key of the upload. */
async function newDraft(who: Person, title: string, bytes: Buffer): Promise<string> {
  const seller = {
    wallet: newAddress(),
    call: (path: string, init: RequestInit = {}) =>
      fetch(app.url + path, { ...init, headers: { ...who.headers, ...init.headers } }),
  };
  const fields = { title, fileName: "film.mkv", fileSize: String(bytes.length) };
  const { key, productId } = await openUpload(seller, bytes.length, fields);
  const part = await putPart(seller, key, 1, new Uint8Array(bytes.subarray(0, PART_BYTES)));
  expect(part.status).toBe(204);
  return productId;
}

async function sell(who: Person, productId: string, at = Date.now()): Promise<void> {
  await insertManySales(db(), {
    ownerUid: who.uid,
    productId,
    count: 1,
    from: at,
    everyMs: 1,
    priceLamports: 250_000_000,
  });
  // Its event is written where an order becomes paid.
  for (const status of ["awaiting", "paid"]) {
    await changeRow(db(), "orders", { product_id: productId }, { status });
  }
}

/** Nothing is wider than the window, and nothing serious is reported by axe. */
async function expectSound(page: Page): Promise<void> {
  const wider = await page.evaluate(() => document.body.scrollWidth - window.innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
  expect(await seriousViolations(page)).toEqual([]);
}

/** Kept for people to look at, where a folder is given. */
async function screenshot(page: Page, name: string, look: (typeof LOOKS)[number]): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  const path = `${folder}/${name}-${look.lang}-${look.colorScheme}-${look.viewport.width}.png`;
  await page.screenshot({ path, fullPage: true });
}

// spec: product.unfinished
test.each(dealt(LOOKS, 0))(
  "an upload is continued, another is deleted ($lang, $colorScheme, $viewport.width)",
  async (look) => {
    const words = WORDS[look.lang];
    const seller = await person(app);
    const bytes = randomBytes(FILE_BYTES);
    const continued = await newDraft(seller, "A film about the sea", bytes);
    const other = await newDraft(seller, "W".repeat(80), bytes);
    const id = await insertProduct(db(), seller.uid, { title: "On sale" });
    await sell(seller, id);
    const page = await open(seller, look);
    await page.getByRole("heading", { name: words.drafts }).waitFor();
    const draft = (of: string) => page.locator(`[data-draft="${of}"]`);
    await draft(continued).getByText(words.progress).waitFor();
    await expectSound(page);
    await screenshot(page, "drafts", look);
    if (look.viewport === DESK) {
      // Narrow tables, and the width below which rows are cards.
      for (const width of [1024, 768]) {
        await page.setViewportSize({ width, height: 900 });
        await expectSound(page);
        await screenshot(page, `drafts-${width}`, look);
      }
      await page.setViewportSize(DESK);
    }

    await draft(other).getByRole("button", { name: words.delete }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await screenshot(page, "drafts-dialog", look);
    await dialog.getByRole("button", { name: words.yes }).click();
    await page.getByText(words.deleted, { exact: true }).waitFor();
    await draft(other).waitFor({ state: "detached" });

    await draft(continued).getByRole("link", { name: words.continue }).click();
    await page.getByRole("heading", { level: 1, name: words.draft }).waitFor();
    expect(await page.locator("[name=title]").inputValue()).toBe("A film about the sea");
    expect(await page.locator("[name=price]").inputValue()).toMatch(/0[.,]25/);
    await page.locator("[name=price]").fill("0.4");
    await page.getByLabel(words.file).setInputFiles(filePayload(bytes, "film.mkv"));
    await page.getByText(words.arrived).waitFor();
    await expectSound(page);
    await screenshot(page, "draft", look);
    expect(await page.locator("[name=price]").inputValue()).toBe("0.4");
    await page.getByText(words.price).first().waitFor();
    await page.getByRole("button", { name: words.register }).click();
    await page.getByRole("heading", { name: words.published }).waitFor();
    await page.goto(`${app.url}/dashboard`);
    expect(await page.locator("[data-draft]").count()).toBe(0);
    expect(await page.locator("[data-product]").count()).toBe(2);
  },
);

test("an upload is deleted without script, and the period is kept", async () => {
  const seller = await person(app);
  await newDraft(seller, "Given up", randomBytes(FILE_BYTES));
  const page = await open(seller, { lang: "en", javaScriptEnabled: false });
  await page.goto(`${app.url}/dashboard?period=12-months`);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Draft deleted", { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe("?period=12-months");
  expect(await page.locator("[data-draft]").count()).toBe(0);
});

// spec: seller.dashboard-live
test.each(dealt(LOOKS, 2))(
  "a sale appears without a reload ($lang, $colorScheme, $viewport.width)",
  async (look) => {
    const words = WORDS[look.lang];
    const seller = await person(app);
    const id = await insertProduct(db(), seller.uid, { title: "Waves", sold: 2 });
    const other = await insertProduct(db(), seller.uid, { title: "Rain" });
    await sell(seller, other, Date.now() - 60_000);
    const page = await open(seller, { ...look, timers: true });
    await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
    const orders = page.locator("li:has(time)");
    expect(await orders.count()).toBe(1);

    await sell(seller, id);
    await page.clock.fastForward(POLL_MS);
    await expect.poll(() => orders.count()).toBe(2);
    const announced = page.locator("[data-live-sales]");
    expect(await announced.textContent()).toBe(words.sale("Title 0"));
    expect(await page.locator("data[value='2']").count()).toBe(1);
    expect(await orders.first().getAttribute("class")).toContain("new-row");
    await screenshot(page, "live", look);
    await expectSound(page);

    await changeRow(db(), "orders", { product_id: other }, { status: "review" });
    await page.clock.fastForward(POLL_MS);
    await page.getByRole("link", { name: words.review }).waitFor();
    expect(await page.evaluate(() => "isFirstDocument" in window)).toBe(true);
    await expect.poll(() => announced.textContent()).toBe(words.sale("Title 0"));
  },
);

/** Paths of the polls that a page sends. */
function pollsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) paths.push(pathname);
  });
  return paths;
}

const setVisibility = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

// spec: seller.dashboard-live
test("a hidden page does not poll, and polls at once when it is shown", async () => {
  const seller = await person(app);
  const page = await open(seller, { lang: "en", timers: true });
  const polls = pollsOf(page);
  await setVisibility(page, "hidden");
  await page.clock.runFor(10 * POLL_MS);
  expect(polls).toEqual([]);
  await setVisibility(page, "visible");
  await expect.poll(() => polls).toEqual([STATE]);
});

test("failures double the wait for the next poll, and an answer ends it", async () => {
  const seller = await person(app);
  const page = await open(seller, { lang: "en", timers: true });
  let polled = 0;
  let settled = 0;
  await page.route(`**${STATE}?*`, (route) => {
    polled += 1;
    return polled <= 2 ? route.abort() : route.continue();
  });
  for (const event of ["requestfailed", "requestfinished"] as const) {
    page.on(event as "requestfinished", (request) => {
      if (request.url().includes(STATE)) settled += 1;
    });
  }
  // Only the test moves the time from here on.
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + POLL_MS);
  for (const [count, waitSeconds] of [
    [1, 10],
    [2, 20],
    [3, 5],
  ] as const) {
    await expect.poll(() => [polled, settled]).toEqual([count, count]);
    // The page has scheduled the next poll.
    await page.evaluate(() => fetch("/favicon.svg").then(() => null));
    await page.clock.runFor(waitSeconds * 1_000 - 100);
    expect(polled).toBe(count);
    await page.clock.runFor(100);
  }
  await expect.poll(() => polled).toBe(4);
});

test("polling ends with the session, and the page says so", async () => {
  const seller = await person(app);
  const page = await open(seller, { lang: "fr", timers: true, viewport: PHONE });
  await sql(app, "DELETE FROM sessions WHERE uid = ?", seller.uid);
  await page.clock.fastForward(POLL_MS);
  await page.getByText("Votre session est terminée").waitFor();
  const polls = pollsOf(page);
  await page.clock.runFor(10 * POLL_MS);
  expect(polls).toEqual([]);
  await page.getByRole("link", { name: "Se reconnecter" }).click();
  await page.waitForURL(/\/login\?to=%2Fdashboard$/);
});

test("the full-screen QR code polls its number only", async () => {
  const seller = await person(app);
  const id = await insertProduct(db(), seller.uid, { title: "Waves", saleLimit: 5 });
  const page = await open(seller, { lang: "en", timers: true });
  await page.goto(`${app.url}/edit/${id}/counter`);
  const sizes: number[] = [];
  page.on("response", async (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/(api|edit)\//.test(pathname)) sizes.push((await response.body()).length);
  });
  await page.getByText("0 sales").waitFor();
  await changeProduct(app, id, { sold: 1 });
  await page.clock.fastForward(POLL_MS);
  await page.getByRole("status").getByText("1 sale").waitFor();
  await page.getByText("4 left").waitFor();
  await expect.poll(() => sizes.length).toBeGreaterThan(0);
  for (const size of sizes) expect(size).toBeLessThan(100);
});

test("the first visit shows the times of the browser", async () => {
  const seller = await person(app);
  const id = await insertProduct(db(), seller.uid);
  await sell(seller, id);
  const page = await open(seller, { lang: "en", timezoneId: "Pacific/Auckland" });
  await page.getByText("Times: Pacific/Auckland").waitFor();
  await page.context().clearCookies({ name: "tz" });
  await page.goto(`${app.url}/dashboard/sales`);
  await page.getByText("Days and times: Pacific/Auckland").waitFor();
});

test("the confirmation keeps the period", async () => {
  const seller = await person(app);
  const id = await insertProduct(db(), seller.uid);
  await sell(seller, id);
  const page = await open(seller, { lang: "en" });
  await page.getByRole("link", { name: "12 months" }).click();
  await page.waitForURL(/period=12-months$/);
  await page.locator("[data-product] summary").click();
  await page.getByRole("button", { name: "Disable" }).click();
  await page.locator("dialog:modal").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(/dashboard\?period=12-months$/);
  await page.locator("[data-product] summary").click();
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Product disabled", { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe("?period=12-months");
});
