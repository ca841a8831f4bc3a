import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGES, type PageState } from "../../support/a11y/pages";
import { type Frame, framesFor, type Setting, settingsFor } from "../../support/a11y/settings";
import { createWorld, type World } from "../../support/a11y/world";
import { type AppWithBrowser, startOwnAppWithBrowser } from "../../support/app-with-browser";
import { allViolations } from "../../support/axe";
import { frameFaults } from "../../support/frame-faults";
import { htmlFaults } from "../../support/html/valid-html";

const PHONE: Frame = { width: 320, fontSize: 16 };
const HEIGHT = 900;
/** Least height of the main buttons of a page for a finger (px), as WCAG 2.5.5 asks. */
const MAIN_BUTTON_HEIGHT = 44;

let app: AppWithBrowser;
let world: World;
interface Window {
  page: Page;
  cdp: CDPSession;
}
/** One for each of them: every visit is a full load. */
const windowOf = new Map<PageState["who"], Window>();

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
    const page = await context.newPage();
    windowOf.set(who, { page, cdp: await context.newCDPSession(page) });
  }
});

/** Stand for the ids in the names of the tests. */
const PLACEHOLDERS = new Proxy({} as World, {
  get: (_, name) => (name === "seller" ? { uid: ":id" } : ":id"),
});

const CASES = PAGES.flatMap((state, position) =>
  settingsFor(position).map((setting) => ({
    state,
    setting,
    frames: [PHONE, ...framesFor(position)],
    name: nameOf(state, setting),
  })),
);

// spec: page.axe, page.width, page.text-size
test.each(CASES)(
  "$name has no axe violation, is valid HTML, fits windows of all widths and has buttons for fingers",
  async ({ state, setting, frames }) => {
    const window = windowOf.get(state.who) as Window;
    const { page } = window;
    const path = typeof state.path === "string" ? state.path : state.path(world);
    const { locale, colorScheme } = setting;
    await page.context().addCookies([{ name: "locale", value: locale, url: app.url }]);
    await page.emulateMedia({ colorScheme });
    await resize(window, setting);
    await state.prepare?.(app, world);
    const answer = await page.goto(app.url + path);
    expect([answer?.status(), new URL(page.url()).pathname]).toEqual([
      state.status ?? 200,
      path.replace(/\?.*/, ""),
    ]);
    await state.act?.(page);
    expect(await allViolations(page)).toEqual([]);
    expect(await htmlFaults(await page.content())).toEqual([]);
    expect(await frameFaults(page)).toEqual([]);
    for (const frame of frames) {
      await resize(window, frame);
      expect({ frame, faults: await frameFaults(page) }).toEqual({ frame, faults: [] });
      if (frame === PHONE) expect(await lowMainButtons(page)).toEqual([]);
    }
  },
);

function nameOf({ who, path, state }: PageState, setting: Setting): string {
  const shown = typeof path === "string" ? path : path(PLACEHOLDERS);
  return `${who} ${shown}${state ? ` (${state})` : ""} ${Object.values(setting).join(" ")}`;
}

async function resize({ page, cdp }: Window, { width, fontSize }: Frame): Promise<void> {
  await cdp.send("Page.setFontSizes", { fontSizes: { standard: fontSize } });
  await page.setViewportSize({ width, height: HEIGHT });
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
