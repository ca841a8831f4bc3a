import { matchRoutes } from "@remix-run/react";
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import routes from "../../../app/routes";
import { SOL_USD_FEED } from "../../../app/solana/price-update";
import { localDatabase } from "../../../dev/run/local-database";
import { type LocalTable, startLocalTable } from "../../../dev/run/local-table";
import { SCREENS } from "../../../dev/screens/all-screens";
import { withoutTable } from "../../../dev/screens/draw";
import type { Screen } from "../../../dev/screens/screen";
import { createWorld, type World } from "../../../dev/screens/world";
import { type Frame, framesFor, type Setting, settingsFor } from "../../support/a11y/settings";
import { allViolations } from "../../support/axe";
import { launchBrowser } from "../../support/browser";
import { frameFaults } from "../../support/frame-faults";
import { GoogleApp } from "../../support/google-app";
import { htmlFaults } from "../../support/html/valid-html";
import { routePaths } from "../../support/route-paths";
import { changeRow } from "../../support/rows";

const PHONE: Frame = { width: 320, fontSize: 16 };
const HEIGHT = 900;
/** Least height of the main buttons of a page for a finger (px), as WCAG 2.5.5 asks. */
const MAIN_BUTTON_HEIGHT = 44;
/** Long, without a place to break, with the signs that French sets apart. */
const LONG_TITLE = `Été « long » : ${"W".repeat(60)} !`;

let table: LocalTable;
let site: GoogleApp;
let browser: Browser;
let world: World;
interface Window {
  page: Page;
  cdp: CDPSession;
}
/** By language of the browser. */
const windowOf = new Map<string, Window>();
const patterns = routePaths(routes).map(({ id, address }) => ({ id, path: address }));

beforeAll(async () => {
  // Prices have their signs in other currencies.
  table = await startLocalTable();
  const chain = { slotMs: 100, priceFeed: SOL_USD_FEED };
  const env = { SEED: "1", EXCHANGE_RATES_URL: table.url };
  [site, browser] = await Promise.all([GoogleApp.start({ chain, env }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await table?.stop();
});

// A test, since it polls.
test("people, products and orders are prepared", async () => {
  world = await createWorld(site);
  const db = localDatabase(site.app.worker);
  const { own, owned, limited } = world.products;
  for (const id of [own, owned, limited, world.soldProductId]) {
    await changeRow(db, "products", { id }, { title: LONG_TITLE });
  }
  for (const id of [world.saleOrderId, world.purchaseOrderId]) {
    await changeRow(db, "orders", { id }, { label: LONG_TITLE });
  }
  await changeRow(db, "threads", { id: world.threadId }, { title: LONG_TITLE });
});

const CASES = SCREENS.filter(({ isPictureOnly }) => !isPictureOnly).flatMap((screen, position) =>
  settingsFor(position).map((setting) => ({
    screen,
    setting,
    frames: [PHONE, ...framesFor(position)],
    name: `${screen.id} ${Object.values(setting).join(" ")}`,
  })),
);

// spec: page.axe, page.width, page.text-size, screen.responsive
test.each(CASES)(
  "$name has no axe violation, is valid HTML, fits windows of all widths and has buttons for fingers",
  async ({ screen, setting, frames }) => {
    try {
      await checkScreen(screen, setting, frames);
    } catch (error) {
      await closeWindow(screen);
      throw error;
    }
  },
);

async function checkScreen(
  screen: Screen,
  setting: Setting,
  frames: readonly Frame[],
): Promise<void> {
  const window = await openWindow(screen, setting);
  const { page } = window;
  const open = () => page.goto(site.url + screen.path(world));
  const table = screen.missingTable;
  const answer = await (table ? withoutTable(table, world, open) : open());
  expect(answer?.status()).toBe(screen.status ?? 200);
  await screen.act?.(page, { locale: setting.locale, theme: setting.colorScheme });
  expect(matchRoutes(patterns, new URL(page.url()).pathname)?.at(-1)?.route.id).toBe(screen.route);
  expect(await allViolations(page)).toEqual([]);
  expect(await htmlFaults(await page.content())).toEqual([]);
  expect(await frameFaults(page)).toEqual([]);
  for (const frame of frames) {
    await resize(window, frame);
    expect({ frame, faults: await frameFaults(page) }).toEqual({ frame, faults: [] });
    if (frame === PHONE) expect(await lowMainButtons(page)).toEqual([]);
  }
  // What an action leaves in a page (routes, kept input) is gone with it.
  if (screen.act) await closeWindow(screen);
}

const languageOf = ({ isLanguageUnchosen }: Screen) => (isLanguageUnchosen ? "en" : "fr-FR");

/** A window with the cookies of whoever looks: most visits share one, as each is a full load. */
async function openWindow(screen: Screen, setting: Setting): Promise<Window> {
  const language = languageOf(screen);
  const window = windowOf.get(language) ?? (await newWindow(language));
  windowOf.set(language, window);
  const context = window.page.context();
  const session = await world.sessionOf(screen.who);
  await context.clearCookies();
  const cookies = {
    ...(!screen.isLanguageUnchosen && { locale: setting.locale }),
    ...(session && { session: session.replace("session=", "") }),
  };
  await context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value, url: site.url })),
  );
  await window.page.emulateMedia({ colorScheme: setting.colorScheme });
  await resize(window, setting);
  return window;
}

async function newWindow(locale: string): Promise<Window> {
  const context = await browser.newContext({ reducedMotion: "reduce", locale });
  const page = await context.newPage();
  return { page, cdp: await context.newCDPSession(page) };
}

async function closeWindow(screen: Screen): Promise<void> {
  await windowOf.get(languageOf(screen))?.page.context().close();
  windowOf.delete(languageOf(screen));
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
