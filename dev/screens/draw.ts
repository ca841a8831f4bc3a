import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { localDatabase } from "../run/local-database";
import { LOCALES, type Look, type Screen, THEMES, WIDTHS, type Width } from "./screen";
import type { World } from "./world";

/** Heights of a desktop and of two phones (px), by width. */
const HEIGHTS: Record<Width, number> = { 1280: 900, 390: 844, 320: 640 };
/** For what never comes: a busy machine may take ten times as long as an idle one. */
const TIMEOUT_MS = 60_000;

/** Messages that fade out by animation stay. */
const STILL = "*, *::before, *::after { animation: none !important }";

export const LOOKS: readonly Look[] = LOCALES.flatMap((locale) =>
  THEMES.map((theme) => ({ locale, theme })),
);

/** Path of a picture below the folder of all pictures. */
export function picturePath(screen: Screen, { locale, theme }: Look, width: Width): string {
  return `${screen.id}/${locale}-${theme}-${width}.png`;
}

/** Draws a screen in one look and all its widths; throws where it can't, or where a page scrolls sideways. */
export async function drawScreen(
  screen: Screen,
  look: Look,
  { browser, world, folder }: { browser: Browser; world: World; folder: string },
): Promise<void> {
  const { url } = world.app;
  const [first = 1280] = screen.widths ?? WIDTHS;
  const context = await browser.newContext({
    viewport: { width: first, height: HEIGHTS[first] },
    colorScheme: look.theme,
    locale: screen.isLanguageUnchosen ? "en" : look.locale,
    reducedMotion: "reduce",
    // For the styles that stop animations.
    bypassCSP: true,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  try {
    const session = await world.sessionOf(screen.who);
    const cookies = {
      theme: look.theme,
      ...(!screen.isLanguageUnchosen && { locale: look.locale }),
      ...(session && parse(session)),
    };
    await context.addCookies(
      Object.entries(cookies).map(([name, value]) => ({ name, value, url })),
    );
    const page = await context.newPage();
    const answer = await page.goto(url + screen.path(world));
    const expected = screen.status ?? 200;
    if (answer?.status() !== expected)
      throw new Error(`answered ${answer?.status()} instead of ${expected}`);
    await page.addStyleTag({ content: STILL });
    await screen.act?.(page, look);
    mkdirSync(join(folder, screen.id), { recursive: true });
    const tooWide: string[] = [];
    for (const width of screen.widths ?? WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHTS[width] });
      await settle(page);
      // Else the navigation bar covers the middle of the picture.
      if (!screen.isWindow) await page.evaluate(() => window.scrollTo(0, 0));
      await page.screenshot({
        path: join(folder, picturePath(screen, look, width)),
        fullPage: !screen.isWindow,
      });
      const widthPx = await page.evaluate(() => document.documentElement.scrollWidth);
      if (widthPx > width) tooWide.push(`${widthPx} px in a window of ${width} px`);
    }
    if (tooWide.length > 0) throw new Error(`wider than the window: ${tooWide.join(", ")}`);
  } finally {
    await context.close();
  }
}

/** Runs `draw` while a table of the database is away. */
export async function withoutTable<T>(
  table: string,
  world: World,
  draw: () => Promise<T>,
): Promise<T> {
  const db = localDatabase(world.app.worker);
  await db.prepare(`ALTER TABLE ${table} RENAME TO ${table}_away`).run();
  try {
    return await draw();
  } finally {
    await db.prepare(`ALTER TABLE ${table}_away RENAME TO ${table}`).run();
  }
}

/** Waits for fonts and images, and for the layout of a new width. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
}

function parse(cookie: string): Record<string, string> {
  const [name = "", value = ""] = cookie.split("=");
  return { [name]: value };
}
