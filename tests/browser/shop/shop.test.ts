import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import buyTexts from "../../../locales/en/checkout.json";
import { type AppWithBrowser, startOwnAppWithBrowser } from "../../support/app-with-browser";
import { seriousViolations } from "../../support/axe";
import { person } from "../../support/factories/person";
import { changeProduct } from "../../support/factories/product";
import {
  BADGE_TEXT,
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

const PRODUCT_COUNT = 40;
const MUSIC = 1;
const BEATS = 101;
const GAMES = 9;
/** Lamports: "Print 7" costs 0.07 SOL. */
const PRICE_STEP = 10_000_000;

let app: AppWithBrowser;
/** Id of "Print 1" at 0. */
let ids: string[];

beforeAll(async () => {
  app = await startOwnAppWithBrowser();
  const seller = await person(app, { name: "Atelier Léa" });
  ids = await insertProducts(
    app,
    seller.uid,
    Array.from({ length: PRODUCT_COUNT }, (_, at) => ({
      title: `Print ${at + 1}`,
      description: `Ink number ${at + 1}.`,
      categoryId: at < PRODUCT_COUNT / 2 ? MUSIC : GAMES,
      price: (at + 1) * PRICE_STEP,
      sold: at === 4 ? 3 : 0,
    })),
  );
  await changeProduct(app, ids[2] ?? "", { subcategory_id: BEATS });
});
afterEach(() => Promise.all(app.browser.contexts().map((context) => context.close())));
afterAll(() => app?.stop());

type Text = (typeof SHOP_TEXT)["en"];

/** What to do with a control of the first page of the shop, and what is to come of it. */
const CONTROLS: Record<string, (page: Page, t: Text) => Promise<void>> = {
  async search(page, t) {
    expect(await page.getByRole("button", { name: t.apply }).count()).toBe(0);
    const field = page.getByLabel(t.search.label);
    await field.pressSequentially("number 7", { delay: 10 });
    await expect.poll(() => titles(page)).toEqual(["Print 7"]);
    expect(page.url()).toBe(`${app.url}/shop?q=number+7`);
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe("");
    await expect.poll(async () => (await titles(page)).length).toBe(16);
    await page.goForward();
    await expect.poll(() => field.inputValue()).toBe("number 7");
    await expect.poll(() => titles(page)).toEqual(["Print 7"]);
  },
  async sort(page, t) {
    await page.getByLabel(t.sort.label).selectOption(t.sort["price-asc"]);
    await startsWith(page, "Print 1");
    await page.getByLabel(t.sort.label).selectOption(t.sort.popular);
    await startsWith(page, "Print 5");
    await page.goBack();
    await startsWith(page, "Print 1");
    expect(await page.getByLabel(t.sort.label).inputValue()).toBe("price-asc");
  },
  async type(page, t) {
    await page.getByLabel(t.type.label, { exact: true }).selectOption("musique");
    await shows(page, 20);
    expect(page.url()).toBe(`${app.url}/shop?type=musique`);
  },
  async price(page, t) {
    await page.getByLabel(t.price.minLabel).fill("0,1");
    await page.getByLabel(t.price.maxLabel).fill("0.12");
    await expect.poll(() => titles(page)).toEqual(["Print 12", "Print 11", "Print 10"]);
    await page.getByLabel(t.price.minLabel).fill("0");
    await page.getByLabel(t.price.maxLabel).fill("");
    await shows(page, PRODUCT_COUNT);
  },
  async "category bar"(page, t) {
    const navigator = page.getByRole("navigation", { name: t.categories.label, exact: true });
    await page.getByText(t.categories.hide).click();
    await navigator.waitFor({ state: "hidden" });
    await page.getByText(t.categories.show).click();
    await navigator.waitFor();
  },
  async categories(page, t) {
    const navigator = page.getByRole("navigation", { name: t.categories.label, exact: true });
    await navigator.locator(`a[href="/shop?category=${MUSIC}"]`).click();
    await shows(page, 20);
    await navigator.locator(`a[href="/shop?category=${MUSIC}&subcategory=${BEATS}"]`).click();
    await expect.poll(() => titles(page)).toEqual(["Print 3"]);
    expect(await navigator.locator("[aria-current=true]").count()).toBe(1);
    await navigator.getByRole("link", { name: t.categories.back }).click();
    await shows(page, PRODUCT_COUNT);
  },
  async view(page, t) {
    const list = page.getByRole("link", { name: t.view.list, exact: true });
    await list.click();
    await expect.poll(() => list.getAttribute("aria-current")).toBe("true");
    await page.waitForURL(`${app.url}/shop?view=list`);
    const [first, second] = await page
      .locator("article")
      .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().left));
    expect(first).toBe(second);
  },
  async pages(page, t) {
    const links = page.getByRole("navigation", { name: t.pages.label });
    await links.getByRole("link", { name: "3" }).click();
    await startsWith(page, "Print 8");
    expect(await links.locator("[aria-current=page]").innerText()).toBe("3");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(await links.getByRole("link", { name: t.pages.next }).count()).toBe(0);
    await links.getByRole("link", { name: t.pages.previous }).click();
    await startsWith(page, "Print 24");
    await page.getByLabel(t.sort.label).selectOption("price-asc");
    await startsWith(page, "Print 1");
    expect(page.url()).toBe(`${app.url}/shop?sort=price-asc`);
  },
  async reset(page, t) {
    expect(await page.getByRole("link", { name: t.empty.reset }).count()).toBe(0);
    await page.getByLabel(t.search.label).fill("nothing like this");
    await page.getByText(t.empty.title).waitFor();
    await page.getByText(t.empty.hint).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole("link", { name: t.empty.reset }).last().click();
    await shows(page, PRODUCT_COUNT);
    expect(await page.getByLabel(t.search.label).inputValue()).toBe("");
  },
};

// spec: control.shop.category-bar, control.shop.categories, control.shop.view, control.shop.search
// spec: control.shop.sort, control.shop.price, control.shop.type, control.shop.reset
// spec: control.shop.pages, state.shop.empty, message.shop-empty
// spec: catalogue.state-address
test.each(pairs(Object.keys(CONTROLS), SETTINGS, 0))(
  "%s changes the list and the address (%o)",
  async (name, setting) => {
    const page = await openShop(app, "/shop", setting);
    await CONTROLS[name]?.(page, SHOP_TEXT[setting.locale]);
    expect(await seriousViolations(page)).toEqual([]);
    const wider = await page.evaluate(() => document.body.scrollWidth - window.innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
  },
);

// spec: message.shop-load, message.shop-empty, message.favourite-added
test("the texts of the specification", () => {
  expect(SHOP_TEXT.en).toMatchObject({
    categories: {
      back: "Back to categories",
      none: "No subcategories for this category.",
      more: "Show more",
      less: "Show less",
    },
    empty: {
      title: "No products match your search.",
      hint: "Try another keyword, category, or reset filters.",
      reset: "Reset filters",
    },
    error: { title: "Error loading products." },
    favourites: {
      added: 'Added to your favorites: "{{title}}"',
      removed: 'Removed from your favorites: "{{title}}"',
      cleared: "All favorites have been removed",
    },
  });
  expect(BADGE_TEXT).toMatchObject({ new: "New", top: "Top sale" });
  expect(SHOP_TEXT.fr.error.toast).toBe("Erreur lors du chargement des produits");
});

// spec: control.shop.modal, control.shop.modal-close, control.shop.modal-focus
// spec: control.shop.modal-scroll
// spec: catalogue.quick-view
test.each(pairs(["open", "direct"] as const, SETTINGS, 2))(
  "the quick view is a modal with its own address (%s, %o)",
  async (way, setting) => {
    const t = SHOP_TEXT[setting.locale];
    const page = await openShop(app, way === "open" ? "/shop" : quickView(40), setting);
    const dialog = page.locator("dialog:modal");
    const opener = page.getByRole("link", {
      name: t.quickView.of.replace("{{title}}", "Print 40"),
    });
    if (way === "open") {
      await opener.focus();
      await page.keyboard.press("Enter");
    }
    await dialog.getByText("Ink number 40.").waitFor();
    expect(page.url()).toBe(app.url + quickView(40));
    expect(await dialog.getByRole("heading").innerText()).toBe("Print 40");
    await dialog.getByRole("link", { name: "Atelier Léa" }).waitFor();
    const buy = dialog.getByRole("link", { name: t.quickView.buy });
    expect(await buy.getAttribute("href")).toBe(`/acheter/${ids[39]}`);
    expect(await seriousViolations(page)).toEqual([]);

    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press("Tab");
      const outside = await page.evaluate(
        () => document.activeElement?.closest("main article, main form, header, footer") !== null,
      );
      expect(outside).toBe(false);
    }
    const scrolled = await page.evaluate(() => window.scrollY);
    await page.mouse.wheel(0, 900);
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);

    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.waitForURL(`${app.url}/shop`);
    if (way === "open")
      expect(await opener.evaluate((link) => link === document.activeElement)).toBe(true);
  },
);

// spec: catalogue.quiet
test("the link to the quick view shows while its card is pointed at or has the focus", async () => {
  const page = await openShop(app, "/shop", { viewport: DESK });
  const link = page.getByRole("link", { name: "Quick view: Print 40", exact: true });
  const opacity = () => link.evaluate((element) => getComputedStyle(element).opacity);
  const place = await link.boundingBox();
  await page.mouse.move(0, 0);
  await expect.poll(opacity).toBe("0");
  await page.locator("article").first().hover();
  await expect.poll(opacity).toBe("1");
  await page.mouse.move(0, 0);
  await expect.poll(opacity).toBe("0");
  await page.getByRole("link", { name: "Print 40", exact: true }).focus();
  await expect.poll(opacity).toBe("1");
  expect(await link.boundingBox()).toEqual(place);
});

// spec: catalogue.quiet
test("on a touch screen the links to the quick view are always there", async () => {
  const page = await openShop(app, "/shop", { viewport: PHONE, hasTouch: true, isMobile: true });
  const links = page.locator("article a[aria-haspopup]");
  const opacities = await links.evaluateAll((all) => all.map((a) => getComputedStyle(a).opacity));
  expect([...new Set(opacities)]).toEqual(["1"]);
});

// spec: control.shop.modal-close
test("Back, the backdrop and the close button close the quick view; Forward opens it", async () => {
  const page = await openShop(app, "/shop?sort=price-asc");
  const dialog = page.locator("dialog:modal");
  const open = page.getByRole("link", { name: "Quick view: Print 1", exact: true });
  await open.click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  await page.goForward();
  await dialog.waitFor();
  await dialog.getByRole("link", { name: SHOP_TEXT.en.quickView.close }).click();
  await dialog.waitFor({ state: "detached" });
  await page.waitForURL(`${app.url}/shop?sort=price-asc`);
  await open.click();
  await dialog.waitFor();
  await page.mouse.click(5, 450);
  await dialog.waitFor({ state: "detached" });
  await page.waitForURL(`${app.url}/shop?sort=price-asc`);
  expect(await page.getByLabel(SHOP_TEXT.en.sort.label).inputValue()).toBe("price-asc");
});

test("Back while a quick view loads goes to the page before", async () => {
  const page = await openShop(app, "/shop");
  await page.getByLabel(SHOP_TEXT.en.sort.label).selectOption("price-asc");
  await page.waitForURL(`${app.url}/shop?sort=price-asc`);
  await page.route("**/shop.data*", () => {});
  const open = page.getByRole("link", { name: "Quick view: Print 1", exact: true });
  await open.click();
  await expect.poll(() => open.getAttribute("aria-busy")).toBe("true");
  expect(await page.locator("dialog[open]").count()).toBe(0);
  await page.unroute("**/shop.data*");
  await page.goBack();
  await startsWith(page, "Print 40");
  expect(page.url()).toBe(`${app.url}/shop`);
});

test("a product opened from the shop has texts that the shop's document lacks, or says why not", async () => {
  const page = await openShop(app);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole("link", { name: "Print 40", exact: true }).click();
  await page.getByText(buyTexts.buy.closed.toSeller).waitFor();
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);

  const cut = await openShop(app);
  await cut.route("**/assets/checkout-*.js", (route) => route.abort());
  await cut.getByRole("link", { name: "Print 40", exact: true }).click();
  await cut.getByRole("heading", { name: COMMON_TEXT.en.error.offline.title }).waitFor();
  await cut.unroute("**/assets/checkout-*.js");
  await cut.getByRole("link", { name: COMMON_TEXT.en.error.retry }).click();
  await cut.getByText(buyTexts.buy.closed.toSeller).waitFor();
});

test("the quick view of a product that is not on sale stays closed", async () => {
  const page = await openShop(app, "/shop?product=unknown");
  await shows(page, PRODUCT_COUNT);
  expect(await page.locator("dialog[open]").count()).toBe(0);
});

// spec: catalogue.no-shift
test.each([DESK, PHONE])("nothing shifts while the page loads ($width px)", async (viewport) => {
  const page = await openShop(app, "/shop", {
    viewport,
    before: (context) => context.addInitScript(recordShifts),
  });
  await page.evaluate(() => document.fonts.ready);
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName("painted")))
    .toEqual([expect.anything()]);
  expect(await page.evaluate(() => Reflect.get(window, "shifts"))).toEqual([]);
});

// spec: state.shop.loading
// spec: catalogue.no-shift
test("a slow load shows placeholders, a fast one keeps the list", async () => {
  const page = await openShop(app);
  const skeleton = page.locator("[data-skeleton]");
  await page.getByRole("link", { name: "Page 2" }).click();
  await startsWith(page, "Print 24");
  let release = () => {};
  await page.route("**/shop.data*", async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    await route.continue();
  });
  await page.getByRole("link", { name: "Page 3" }).click();
  expect(await skeleton.count()).toBe(0);
  await skeleton.waitFor();
  expect(await page.locator("[aria-busy=true]").count()).toBe(1);
  release();
  await skeleton.waitFor({ state: "detached" });
  expect((await titles(page))[0]).toBe("Print 8");
});

test("a text typed during another load is kept, with the other change", async () => {
  const page = await openShop(app);
  await page.route("**/shop.data*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await route.continue();
  });
  await page.getByRole("link", { name: "Games & Assets" }).click();
  await page.getByLabel(SHOP_TEXT.en.search.label).pressSequentially("number 3", { delay: 5 });
  await page.waitForURL(`${app.url}/shop?q=number+3&category=9`);
  await shows(page, 10);
  expect(await page.getByLabel(SHOP_TEXT.en.search.label).inputValue()).toBe("number 3");
  // The other way round: a link that is used before the text was answered.
  await page.getByLabel(SHOP_TEXT.en.search.label).fill("number 33");
  await page.waitForTimeout(350);
  await page.getByRole("link", { name: SHOP_TEXT.en.categories.back }).click();
  await page.waitForURL(`${app.url}/shop?q=number+33`);
  await expect.poll(() => titles(page)).toEqual(["Print 33"]);
});

// spec: state.shop.error, message.shop-load
test.each(dealt(["fr", "en"] as const, 1))(
  "a load that fails says so in the page and in a toast (%s)",
  async (locale) => {
    const t = SHOP_TEXT[locale];
    const page = await openShop(app, "/shop", { locale });
    await page.route("**/shop.data*", (route) => route.abort());
    await page.getByLabel(t.sort.label).selectOption("popular");
    await page.getByRole("heading", { name: t.error.title }).waitFor();
    await page.getByText(t.error.toast).waitFor();
    await page.unroute("**/shop.data*");
    await page.getByRole("link", { name: COMMON_TEXT[locale].error.retry }).click();
    await page.waitForURL(`${app.url}/shop?sort=popular`);
    await startsWith(page, "Print 5");
  },
);

// spec: control.shop.more, constant.mobile-categories
test("up to 600 px six categories show, and a button shows the others", async () => {
  const page = await openShop(app, "/shop", { viewport: { ...DESK, width: 601 } });
  const shown = () =>
    page.getByRole("navigation", { name: "Categories" }).getByRole("link").count();
  expect(await shown()).toBe(14);
  for (const width of [600, PHONE.width]) {
    await page.setViewportSize({ ...PHONE, width });
    expect(await shown()).toBe(6);
    await page.getByText(SHOP_TEXT.en.categories.more).click();
    expect(await shown()).toBe(14);
    await page.getByText(SHOP_TEXT.en.categories.less).click();
    expect(await shown()).toBe(6);
  }
});

// spec: catalogue.no-script-shop
test.each(dealt(SETTINGS.slice(2), 1))(
  "without script, forms and links do the same (%o)",
  async (setting) => {
    const t = SHOP_TEXT[setting.locale];
    const page = await openShop(app, "/shop", { ...setting, javaScriptEnabled: false });
    await page.getByLabel(t.search.label).fill("number 2");
    await page.getByLabel(t.sort.label).selectOption("price-asc");
    await page.getByRole("button", { name: t.apply }).click();
    await shows(page, 11);
    expect((await titles(page))[0]).toBe("Print 2");
    await page.getByRole("link", { name: t.view.list, exact: true }).click();
    expect(await page.getByLabel(t.search.label).inputValue()).toBe("number 2");
    await page.locator(`a[href*="category=${MUSIC}&"]`).click();
    await expect.poll(() => titles(page)).toEqual(["Print 2", "Print 20"]);
    await page.getByRole("link", { name: t.categories.back }).waitFor();
    await page.getByRole("link", { name: t.empty.reset }).click();
    await shows(page, PRODUCT_COUNT);
    await page.getByRole("link", { name: t.pages.next }).click();
    await startsWith(page, "Print 17");

    await page.getByRole("link", { name: t.quickView.open }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Ink number 17.").waitFor();
    await dialog.getByRole("link", { name: t.quickView.close }).click();
    await dialog.waitFor({ state: "detached" });
    await startsWith(page, "Print 17");
    expect(await page.locator("main [aria-pressed]:visible").count()).toBe(0);
  },
);

async function startsWith(page: Page, title: string): Promise<void> {
  await expect.poll(async () => (await titles(page))[0]).toBe(title);
}

/** Waits until the count says so many products. */
async function shows(page: Page, count: number): Promise<void> {
  await expect
    .poll(() => page.locator("main [role=status]").first().innerText())
    .toMatch(new RegExp(`^${count} `));
}

function quickView(number: number): string {
  return `/shop?product=${ids[number - 1]}`;
}

/** Runs in the page: elements that move without an input, after each frame in `window.shifts`. */
function recordShifts(): void {
  const shifts: string[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    const entries = list.getEntries() as (PerformanceEntry & {
      sources: { node: Element | null }[];
    })[];
    for (const { sources } of entries) {
      shifts.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? "?"));
    }
  }).observe({ type: "layout-shift", buffered: true });
  addEventListener("load", () => {
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("painted")));
  });
}

// spec: catalogue.mended-address
test("a bound that can't be read keeps the one before, and the field shows it once it is left", async () => {
  const page = await openShop(app, "/shop", { locale: "fr" });
  const min = page.getByLabel(SHOP_TEXT.fr.price.minLabel);
  await min.fill("0,3");
  await page.waitForURL(`${app.url}/shop?min=0.3`);
  await min.fill("abc");
  await min.press("Tab");
  await expect.poll(() => min.inputValue()).toBe("0,3");
  await page.getByText("Ce prix n’est pas un nombre").waitFor();
  expect(page.url()).toBe(`${app.url}/shop?min=0.3`);
  await page.goto(`${app.url}/shop?min=abc&max=0.5`);
  expect(page.url()).toBe(`${app.url}/shop?max=0.5`);
  const max = page.getByLabel(SHOP_TEXT.fr.price.maxLabel);
  expect([await min.inputValue(), await max.inputValue()]).toEqual(["", "0,5"]);
  await page.getByText("Ce prix n’est pas un nombre").waitFor();
});
