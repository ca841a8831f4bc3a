import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { type Market, type Person, person } from "./market";

export const WORDS = {
  fr: {
    buy: "Acheter maintenant",
    scan: "Ou scanne ce QR code :",
    confirmed: /Paiement confirmé en \d+,\d s/,
    download: "Télécharger le fichier",
    owned: "Déjà acheté",
  },
  en: {
    buy: "Buy now",
    scan: "Or scan this QR code:",
    confirmed: /Payment confirmed in \d+\.\d s/,
    download: "Download the file",
    owned: "Already bought",
  },
} as const;

export interface Visit {
  buyer: Person;
  context: BrowserContext;
  page: Page;
}

/** A window of somebody who is signed in, at a product's purchase page. */
export async function visit(
  browser: Browser,
  market: Market,
  productId: string,
  options: { locale?: "fr" | "en"; who?: Person } & BrowserContextOptions & {
      before?(context: BrowserContext): Promise<unknown>;
    } = {},
): Promise<Visit> {
  const { locale = "en", who, before, ...window } = options;
  const buyer = who ?? (await person(market));
  const context = await browser.newContext(window);
  const token = /session=([^;]+)/.exec(buyer.headers.Cookie ?? "")?.[1] ?? "";
  await context.addCookies([
    { name: "session", value: token, url: market.url },
    { name: "locale", value: locale, url: market.url },
  ]);
  await before?.(context);
  const page = await context.newPage();
  await page.goto(`${market.url}/acheter/${productId}`);
  return { buyer, context, page };
}

/** The order's status as other programs read it. */
export function statusOf(page: Page): Promise<string | null> {
  return page.locator("[data-order-status]").getAttribute("data-order-status");
}
