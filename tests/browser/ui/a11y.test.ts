import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGES, type PageState } from "../../support/a11y/pages";
import { type Setting, settingsFor } from "../../support/a11y/settings";
import { createWorld, type World } from "../../support/a11y/world";
import { type AppWithBrowser, startOwnAppWithBrowser } from "../../support/app-with-browser";
import { allViolations } from "../../support/axe";
import { htmlFaults } from "../../support/html/valid-html";

/** The narrowest window of WCAG 1.4.10, and a window of 1,280 px at a zoom of 200 %. */
const PHONE_WIDTH = 320;
const REFLOW_WIDTHS = [PHONE_WIDTH, 640];
const HEIGHT = 900;
/** Least height of the main buttons of a page for a finger (px), as WCAG 2.5.5 asks. */
const MAIN_BUTTON_HEIGHT = 44;

let app: AppWithBrowser;
let world: World;
/** One page for each of them: every visit is a full load. */
const pageOf = new Map<PageState["who"], Page>();

beforeAll(async () => {
  app = await startOwnAppWithBrowser();
});
afterAll(() => app?.stop());

// A test, since it polls.
test("people, products and orders are prepared", async () => {
  world = await createWorld(app);
  for (const who of ["visitor", "seller", "buyer"] as const) {
    const context = await app.browser.newContext({ reducedMotion: "reduce", locale: "fr-FR" });
    if (who !== "visitor") await signIn(context, world[who].headers.Cookie ?? "");
    pageOf.set(who, await context.newPage());
  }
});

/** Stand for the ids in the names of the tests. */
const PLACEHOLDERS = new Proxy({} as World, {
  get: (_, name) => (name === "seller" ? { uid: ":id" } : ":id"),
});

const CASES = PAGES.flatMap((state, position) =>
  settingsFor(position).map((setting) => ({ state, setting, name: nameOf(state, setting) })),
);

// spec: page.axe, page.width
test.each(CASES)(
  "$name has no axe violation, is valid HTML, fits narrow windows and has buttons for fingers",
  async ({ state, setting }) => {
    const page = pageOf.get(state.who) as Page;
    const path = typeof state.path === "string" ? state.path : state.path(world);
    const { locale, colorScheme, width } = setting;
    await page.context().addCookies([{ name: "locale", value: locale, url: app.url }]);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: HEIGHT });
    await state.prepare?.(app, world);
    const answer = await page.goto(app.url + path);
    expect([answer?.status(), new URL(page.url()).pathname]).toEqual([
      state.status ?? 200,
      path.replace(/\?.*/, ""),
    ]);
    await state.act?.(page);
    expect(await allViolations(page)).toEqual([]);
    expect(await htmlFaults(await page.content())).toEqual([]);
    for (const width of REFLOW_WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      expect({ width, overflowing: await overflowing(page) }).toEqual({ width, overflowing: [] });
      if (width === PHONE_WIDTH) expect(await lowMainButtons(page)).toEqual([]);
    }
  },
);

function nameOf({ who, path, state }: PageState, setting: Setting): string {
  const shown = typeof path === "string" ? path : path(PLACEHOLDERS);
  return `${who} ${shown}${state ? ` (${state})` : ""} ${Object.values(setting).join(" ")}`;
}

/** The elements that make the page wider than the window, outermost first. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= window.innerWidth) return [];
    const wide = [...document.body.querySelectorAll("*")]
      .map((element) => ({ element, right: element.getBoundingClientRect().right }))
      .filter(({ right }) => right > window.innerWidth)
      .map(({ element, right }) => `${element.tagName} ${element.className} to ${right}`);
    return [`page ${scrollWidth} in ${window.innerWidth}`, ...wide];
  });
}

/** Filled buttons of the page's content that are too low for a finger. */
function lowMainButtons(page: Page): Promise<string[]> {
  return page.evaluate((height) => {
    const buttons = [...document.querySelectorAll("main :is(a, button).bg-accent")];
    return buttons
      .filter((button) => button.checkVisibility())
      .map((button) => [button.textContent, button.getBoundingClientRect().height] as const)
      .filter(([, actual]) => actual < height)
      .map(([text, actual]) => `${text} ${actual}`);
  }, MAIN_BUTTON_HEIGHT);
}

async function signIn(context: BrowserContext, cookie: string): Promise<void> {
  const token = /session=([^;]+)/.exec(cookie)?.[1] ?? "";
  await context.addCookies([{ name: "session", value: token, url: app.url }]);
}
