import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AppWithBrowser, startAppWithBrowser } from "../../support/app-with-browser";
import { seriousViolations } from "../../support/axe";
import { person } from "../../support/factories/person";
import { changeProduct } from "../../support/factories/product";
import { insertProducts, openShop, SETTINGS, SHOP_TEXT, titles } from "../../support/shop-page";
import { pairs } from "../../support/test-scale";

let app: AppWithBrowser;
/** Of "Lake 1" to "Lake 5" and "Gone". */
let ids: string[];

beforeAll(async () => {
  app = await startAppWithBrowser();
  const { uid } = await person(app);
  const names = ["Lake 1", "Lake 2", "Lake 3", "Lake 4", "Lake 5", "Gone"];
  const all = names.map((title, at) => ({ title, price: (at + 1) * 10_000_000 }));
  ids = await insertProducts(app, uid, all);
  await changeProduct(app, ids[5] ?? "", { status: "disabled" });
});
afterEach(() => Promise.all(app.browser.contexts().map((context) => context.close())));
afterAll(() => app?.stop());

const VIEWERS = ["visitor", "member"] as const;

// spec: control.shop.favourites-only, control.shop.favourites-clear, control.shop.favourite
// spec: transition.favourite.toggle, permission.favourites, message.favourite-added
// spec: message.favourite-removed, message.favourites-cleared
test.each(pairs(VIEWERS, SETTINGS, 1))(
  "hearts, the favourites only, and removing all of them (%s, %o)",
  async (viewer, setting) => {
    const t = SHOP_TEXT[setting.locale];
    const who = viewer === "member" ? await person(app) : null;
    const page = await openShop(app, "/shop", { ...setting, who });
    for (const title of ["Lake 2", "Lake 4"]) {
      await heart(page, t.favourites.of, title).click();
      await page.getByText(t.favourites.added.replace("{{title}}", title)).waitFor();
    }
    await counts(page, 2);
    expect(await heart(page, t.favourites.of, "Lake 2").getAttribute("aria-pressed")).toBe("true");
    await page.reload();
    await counts(page, 2);

    await page.getByRole("link", { name: t.favourites.only }).click();
    await expect.poll(() => titles(page)).toEqual(["Lake 4", "Lake 2"]);
    expect(page.url()).toBe(`${app.url}/shop?favs=1`);
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByLabel(t.sort.label).selectOption("price-asc");
    await expect.poll(() => titles(page)).toEqual(["Lake 2", "Lake 4"]);
    await page.getByLabel(t.search.label).fill("lake 4");
    await expect.poll(() => titles(page)).toEqual(["Lake 4"]);
    await heart(page, t.favourites.of, "Lake 4").click();
    await page.getByText(t.favourites.removed.replace("{{title}}", "Lake 4")).waitFor();
    await page.getByText(t.empty.title).waitFor();
    await counts(page, 1);

    await page.getByRole("button", { name: t.favourites.removeAll }).click();
    await page.getByRole("dialog").getByRole("button", { name: t.favourites.keep }).click();
    await counts(page, 1);
    await page.getByRole("button", { name: t.favourites.removeAll }).click();
    await page.getByRole("dialog").getByRole("button", { name: t.favourites.removeAll }).click();
    await page.getByText(t.favourites.cleared).waitFor();
    await counts(page, 0);
    await page.getByText(t.favourites.none).waitFor();
    await page.reload();
    await counts(page, 0);
  },
);

// spec: catalogue.favourites-tabs
test.each(VIEWERS)("two tabs show the same hearts (%s)", async (viewer) => {
  const who = viewer === "member" ? await person(app) : null;
  const first = await openShop(app, "/shop", { who });
  const second = await first.context().newPage();
  await second.goto(`${app.url}/shop`);
  await heart(first, OF, "Lake 1").click();
  await counts(second, 1);
  await heart(second, OF, "Lake 3").click();
  await heart(second, OF, "Lake 1").click();
  await counts(first, 1);
  await expect.poll(() => heart(first, OF, "Lake 3").getAttribute("aria-pressed")).toBe("true");
});

// spec: control.shop.favourite, transition.favourite.pulse, constant.pulse
test("the heart pulses after adding, not after removing, and not under reduced motion", async () => {
  const pulse = (page: Page) =>
    page.locator(".heart-pulse").evaluateAll((all) =>
      all.map((icon) => {
        const { animationName, animationDuration } = getComputedStyle(icon);
        return `${animationName} ${animationDuration}`;
      }),
    );
  const page = await openShop(app);
  await heart(page, OF, "Lake 1").click();
  expect(await pulse(page)).toEqual(["heart-pulse 0.65s"]);
  await expect.poll(() => pulse(page)).toEqual([]);
  await heart(page, OF, "Lake 1").click();
  expect(await pulse(page)).toEqual([]);
  const still = await openShop(app, "/shop", { reducedMotion: "reduce" });
  await heart(still, OF, "Lake 1").click();
  expect((await pulse(still))[0]).toMatch(/^none /);
});

// spec: constant.toast-shop
test("toasts of the shop stay for 3,200 ms", async () => {
  const page = await openShop(app, "/shop", {
    before: (context) =>
      context.addInitScript(() => {
        const start = window.setTimeout;
        const delays: unknown[] = [];
        Object.assign(window, { delays });
        window.setTimeout = ((run: () => void, ms?: number) => {
          delays.push(ms);
          return start(run, ms);
        }) as typeof setTimeout;
      }),
  });
  const timers = () =>
    page.evaluate(() =>
      (window as unknown as { delays: number[] }).delays.filter((ms) => ms > 3_000),
    );
  await heart(page, OF, "Lake 1").click();
  await page.getByText(SHOP_TEXT.en.favourites.added.replace("{{title}}", "Lake 1")).waitFor();
  await expect.poll(timers).toContain(3_200);
  expect(await timers()).not.toContain(3_500);
});

// spec: permission.favourites, constant.shop-favs
test("a visitor's stored ids are read with care, and those of products that are gone are dropped", async () => {
  const store = (value: string) => (context: BrowserContext) =>
    context.addInitScript((text) => {
      if (!sessionStorage.getItem("set")) localStorage.setItem("shopFavs", text);
      sessionStorage.setItem("set", "1");
    }, value);
  const garbage = JSON.stringify([1, null, ids[0], ids[0], "<b>", ids[5]]);
  const page = await openShop(app, "/shop", { before: store(garbage) });
  await counts(page, 2);
  await page.getByRole("link", { name: SHOP_TEXT.en.favourites.only }).click();
  await expect.poll(() => titles(page)).toEqual(["Lake 1"]);
  await counts(page, 1);
  expect(await stored(page)).toBe(JSON.stringify([ids[0]]));
  const other = await openShop(app, "/shop", { before: store("{not json") });
  await counts(other, 0);
});

// spec: catalogue.mended-address
test("a page after the last one of a visitor's favourites leads to the last", async () => {
  const page = await openShop(app, "/shop?favs=1&sort=price-asc&page=99", {
    before: (context) =>
      context.addInitScript((text) => localStorage.setItem("shopFavs", text), JSON.stringify(ids)),
  });
  await expect.poll(() => new URL(page.url()).search).toBe("?favs=1&sort=price-asc");
  // The cards come with the answer, after the address.
  const all = ["Lake 1", "Lake 2", "Lake 3", "Lake 4", "Lake 5"];
  await expect.poll(() => titles(page)).toEqual(all);
});

// spec: transition.favourite.merge
// spec: catalogue.favourites
test("a visitor's favourites move to the account after sign-in", async () => {
  const page = await openShop(app);
  await heart(page, OF, "Lake 5").click();
  await counts(page, 1);
  const member = await person(app);
  const token = /session=([^;]+)/.exec(member.headers.Cookie ?? "")?.[1] ?? "";
  await page.context().addCookies([{ name: "session", value: token, url: app.url }]);
  // Any page with script does it.
  await page.goto(`${app.url}/dashboard`);
  await expect.poll(() => stored(page)).toBe(null);
  await page.goto(`${app.url}/shop?favs=1`);
  expect(await titles(page)).toEqual(["Lake 5"]);
  await counts(page, 1);
});

// spec: catalogue.favourites-tabs
test("a change that can't be saved is taken back, and the page stays", async () => {
  const page = await openShop(app, "/shop", { who: await person(app) });
  await page.route("**/api/favourites*", (route) => route.abort());
  await heart(page, OF, "Lake 1").click();
  await page.getByText(SHOP_TEXT.en.favourites.unreachable).waitFor();
  await counts(page, 0);
  await page.unroute("**/api/favourites*");
  await heart(page, OF, "Lake 1").click();
  await page.getByText(SHOP_TEXT.en.favourites.added.replace("{{title}}", "Lake 1")).waitFor();
  await counts(page, 1);
});

test("without script a member has favourites, and a visitor is told of accounts", async () => {
  const javaScriptEnabled = false;
  const page = await openShop(app, "/shop?view=list", {
    who: await person(app),
    javaScriptEnabled,
  });
  await heart(page, OF, "Lake 3").click();
  await counts(page, 1);
  expect(page.url()).toBe(`${app.url}/shop?view=list`);
  await page.getByRole("link", { name: SHOP_TEXT.en.favourites.only }).click();
  await expect.poll(() => titles(page)).toEqual(["Lake 3"]);
  await page.getByRole("button", { name: SHOP_TEXT.en.favourites.removeAll }).click();
  await page.getByText(SHOP_TEXT.en.favourites.none).waitFor();

  const visitor = await openShop(app, "/shop?favs=1", { javaScriptEnabled });
  await visitor.getByText(SHOP_TEXT.en.favourites.accountTitle).waitFor();
  const link = visitor.getByRole("link", { name: SHOP_TEXT.en.favourites.signIn });
  expect(await link.getAttribute("href")).toBe("/login?to=%2Fshop%3Ffavs%3D1");
  expect(await visitor.getByRole("button", { name: /^Favorite/ }).count()).toBe(0);
});

const OF = SHOP_TEXT.en.favourites.of;

// spec: catalogue.heart
test.each(VIEWERS)("a heart renders no card again (%s)", async (viewer) => {
  const who = viewer === "member" ? await person(app) : null;
  const page = await openShop(app, "/shop", { locale: "en", who });
  // What React tells its developer tools of each change.
  await page.addInitScript(() => {
    const onCommitFiberRoot = (_id: number, root: object) => Reflect.set(window, "root", root);
    const hook = { supportsFiber: true, inject: () => 1, onCommitFiberRoot };
    Reflect.set(window, "__REACT_DEVTOOLS_GLOBAL_HOOK__", hook);
  });
  await page.reload();
  // The answer loads the list again; until then only the heart changes.
  await page.route("**/api/favourites*", () => undefined);
  await page.evaluate(cardsRendered);
  const button = heart(page, SHOP_TEXT.en.favourites.of, "Lake 1");
  await button.click();
  await expect.poll(() => button.getAttribute("aria-pressed")).toBe("true");
  const { cards, again } = await page.evaluate(cardsRendered);
  expect(cards).toBeGreaterThan(4);
  expect(again).toBe(0);
});

test("a visitor's heart is shown before anything else changes, and is stored by then", async () => {
  const page = await openShop(app, "/shop", { locale: "en", who: null });
  const button = heart(page, SHOP_TEXT.en.favourites.of, "Lake 1");
  const beforePaint = await button.evaluate(async (clicked: HTMLElement) => {
    clicked.click();
    await new Promise((done) => requestAnimationFrame(done));
    const count = document.querySelector("[data-favourite-count]")?.textContent;
    return { pressed: clicked.ariaPressed, count, stored: localStorage.getItem("shopFavs") };
  });
  expect(beforePaint).toMatchObject({ pressed: "true", count: "0" });
  expect(JSON.parse(beforePaint.stored ?? "[]")).toHaveLength(1);
  await counts(page, 1);
});

/** In the page: how many cards there are, and how many were rendered since the last call. */
function cardsRendered(): { cards: number; again: number } {
  interface Fiber {
    type: unknown;
    memoizedProps: unknown;
    child: Fiber | null;
    sibling: Fiber | null;
  }
  const shown: unknown[] = [];
  const visit = (fiber: Fiber | null) => {
    for (let next = fiber; next; next = next.sibling) {
      if (next.type === "article") shown.push(next.memoizedProps);
      visit(next.child);
    }
  };
  visit(Reflect.get(window, "root").current);
  const before: unknown[] = Reflect.get(window, "shownCards") ?? [];
  Reflect.set(window, "shownCards", shown);
  return { cards: shown.length, again: shown.filter((props) => !before.includes(props)).length };
}

/** The heart of a card; `of` is its label. */
function heart(page: Page, of: string, title: string) {
  return page.getByRole("button", { name: of.replace("{{title}}", title), exact: true });
}

async function counts(page: Page, count: number): Promise<void> {
  const shown = page.locator("[data-favourite-count]");
  await expect.poll(() => shown.innerText()).toBe(String(count));
}

function stored(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("shopFavs"));
}
