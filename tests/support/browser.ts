import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from "playwright-core";
import { findChromium } from "./chromium";
import { ContextPool } from "./context-pool";

/** In place of Playwright's list: where a switch is given twice, Chromium takes the last. */
const ENABLED_FEATURES = [
  "CDPScreenshotNewSurface",
  "SkipListAccountsWithoutGaiaCookies",
  // A page keeps its frame when it navigates. With a new frame for each document, those before are not
  // freed while Playwright is attached, and each navigation takes about 2 ms more than the last one.
  "RenderDocument:level/crashed-frame",
];
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--enable-features=${ENABLED_FEATURES.join(",")}`,
];

/** One browser per process: test files of one project share a process and run one after another. */
let shared: Promise<{ browser: Browser; pool: ContextPool }> | undefined;

/**
 * A headless Chromium, which later calls in this process share; each test opens its own context in
 * it, whose pages are hydrated after each navigation. `close` closes the contexts; the browser
 * itself ends with the process.
 */
export async function launchBrowser(): Promise<Browser> {
  shared ??= launch().then((browser) => ({ browser, pool: new ContextPool(browser) }));
  const { browser, pool } = await shared;
  return new Proxy(browser, {
    get(target, key) {
      if (key === "close") return closeContexts;
      if (key === "contexts") return () => pool.contexts();
      if (key === "newContext")
        return (options?: BrowserContextOptions) => pool.newContext(options);
      if (key === "newPage") return (options?: BrowserContextOptions) => pool.newPage(options);
      const member = Reflect.get(target, key);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });

  async function closeContexts(): Promise<void> {
    await Promise.all(pool.contexts().map((context) => context.close()));
  }
}

/** Ends the browser of this process. A command would wait for it; a test run does not. */
export async function closeBrowser(): Promise<void> {
  const open = shared;
  shared = undefined;
  await (await open)?.browser.close();
}

/**
 * A browser of the caller's own that keeps pages in memory for Back and Forward, which Playwright
 * switches off. The caller closes it.
 */
export function launchWithPageMemory(): Promise<Browser> {
  return launch({ ignoreDefaultArgs: ["--disable-back-forward-cache"] });
}

function launch(options: LaunchOptions = {}): Promise<Browser> {
  const found = findChromium();
  if (!found) return chromium.launch({ ...options, channel: "chrome", args: FLAGS });
  return chromium.launch({
    ...options,
    executablePath: found.executable,
    args: FLAGS,
    env: { ...(process.env as Record<string, string>), ...found.env },
  });
}
