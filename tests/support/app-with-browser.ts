import { Keypair } from "@solana/web3.js";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { type InProcessApp, startInProcessApp } from "./app-here";
import { type AppUnderTest, LAMPORTS_PER_SOL } from "./app-under-test";
import { launchBrowser } from "./browser";
import { type Person, person } from "./factories/person";
import { assertCleanLog } from "./log-faults";

export const PAGE_TEXT = {
  fr: {
    buy: "Acheter maintenant",
    scan: "Ou scanne ce QR code :",
    confirmed: /Paiement confirmé/,
    confirmedIn: /Paiement confirmé en \d+,\d s/,
    download: "Télécharger le fichier",
    owned: "Déjà acheté",
  },
  en: {
    buy: "Buy now",
    scan: "Or scan this QR code:",
    confirmed: /Payment confirmed/,
    confirmedIn: /Payment confirmed in \d+\.\d s/,
    download: "Download the file",
    owned: "Already bought",
  },
} as const;

export interface AppWithBrowser extends InProcessApp {
  browser: Browser;
  /** Wallet that receives fees. */
  platform: string;
}

/** One app per process: test files of one project share a process and run one after another. */
let shared: Promise<OwnApp> | undefined;

/**
 * The app of this process with its chain, and a browser. Later calls get the same app, with the rows
 * of the files before, so that a test brings its own people and products and asserts on those alone.
 * `stop` closes the contexts of the browser; the app ends with the process.
 */
export async function startAppWithBrowser(): Promise<AppWithBrowser> {
  shared ??= startOwnApp().then((app) => {
    // A test run ends its processes by this signal. The supervisor ends what is left after others.
    process.once("SIGTERM", () => void app.stop());
    return app;
  });
  const [app, browser] = await Promise.all([shared, launchBrowser()]);
  return {
    ...app,
    browser,
    async stop() {
      app.chain.clearFaults();
      await browser.close();
      assertCleanLog(app.readLog());
    },
  };
}

/**
 * An app of the caller's own, which ends at `stop`: for tests that let time pass, or that count what
 * all people see.
 */
export async function startOwnAppWithBrowser(
  settings: Record<string, string> = {},
): Promise<AppWithBrowser> {
  const [app, browser] = await Promise.all([startOwnApp(settings), launchBrowser()]);
  return {
    ...app,
    browser,
    async stop() {
      await browser.close();
      await app.stop();
      assertCleanLog(app.readLog());
    },
  };
}

type OwnApp = Omit<AppWithBrowser, "browser">;

async function startOwnApp(settings: Record<string, string> = {}): Promise<OwnApp> {
  const platform = Keypair.generate().publicKey.toBase58();
  const env = { PLATFORM_WALLET: platform, ...settings };
  const app = await startInProcessApp({ chain: { slotMs: 100 }, env });
  app.chain.airdrop(platform, LAMPORTS_PER_SOL);
  return { ...app, platform };
}

export interface PageVisit {
  buyer: Person;
  context: BrowserContext;
  page: Page;
}

interface PageVisitOptions extends BrowserContextOptions {
  locale?: "fr" | "en";
  /** A new account by default; null for a visitor. */
  who?: Person | null;
  /** Runs before the page is opened. */
  before?(context: BrowserContext): Promise<unknown>;
}

/** Opens a path in a new browser context, signed in as `who`. */
export async function openPage(
  app: AppUnderTest & { browser: Pick<Browser, "newContext"> },
  path: string,
  { locale = "en", who, before, ...window }: PageVisitOptions = {},
): Promise<PageVisit> {
  const buyer = who ?? (await person(app));
  const context = await app.browser.newContext(window);
  const token = /session=([^;]+)/.exec(buyer.headers.Cookie ?? "")?.[1] ?? "";
  await context.addCookies([{ name: "locale", value: locale, url: app.url }]);
  if (who !== null) await context.addCookies([{ name: "session", value: token, url: app.url }]);
  await before?.(context);
  const page = await context.newPage();
  await page.goto(`${app.url}${path}`);
  return { buyer, context, page };
}

/** Value of the `data-order-status` attribute. */
export function statusOf(page: Page): Promise<string | null> {
  return page.locator("[data-order-status]").getAttribute("data-order-status");
}

export function orderIdOf(page: Page): Promise<string> {
  return page
    .locator("[data-transaction-id]")
    .getAttribute("data-transaction-id")
    .then((id) => id ?? "");
}
