import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { findChromium } from "./chromium";
import { waitForHydration } from "./hydration";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** One browser per process: test files of one project share a process and run one after another. */
let shared: Promise<Browser> | undefined;

/**
 * A headless Chromium, which later calls in this process share; each test opens its own context in
 * it, whose pages are hydrated after each navigation. `close` closes the contexts; the browser
 * itself ends with the process.
 */
export async function launchBrowser(): Promise<Browser> {
  shared ??= launch();
  const browser = await shared;
  return new Proxy(browser, {
    get(target, key) {
      if (key === "close") return closeContexts;
      if (key === "newContext") return newContext;
      if (key === "newPage") return newPage;
      const member = Reflect.get(target, key);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });

  async function newContext(options?: BrowserContextOptions): Promise<BrowserContext> {
    const context = await browser.newContext(options);
    if (options?.javaScriptEnabled !== false) waitForHydration(context);
    return context;
  }

  async function newPage(options?: BrowserContextOptions): Promise<Page> {
    const page = await (await newContext(options)).newPage();
    page.once("close", () => void page.context().close());
    return page;
  }

  async function closeContexts(): Promise<void> {
    await Promise.all(browser.contexts().map((context) => context.close()));
  }
}

function launch(): Promise<Browser> {
  const found = findChromium();
  if (!found) return chromium.launch({ channel: "chrome", args: FLAGS });
  return chromium.launch({
    executablePath: found.executable,
    args: FLAGS,
    env: { ...(process.env as Record<string, string>), ...found.env },
  });
}
