import type { BackendModule, ReadCallback, ResourceLanguage } from "i18next";

// Excludes texts that only the server uses and texts of pages without script.
const files = import.meta.glob<ResourceLanguage>(
  ["../../../locales/*/*.json", "!../../../locales/*/*.server.json"],
  { import: "default" },
);

/** Loads the texts of one namespace, from the file of the subject that has it. */
export const textsBackend: BackendModule = {
  type: "backend",
  init: () => undefined,
  read(locale: string, namespace: string, done: ReadCallback) {
    load(locale, namespace).then(
      (texts) => done(null, texts),
      (error: Error) => done(error, null),
    );
  },
};

async function load(locale: string, namespace: string) {
  const file = files[`../../../locales/${locale}/${fileOf(namespace)}.json`];
  return (await file?.())?.[namespace] ?? {};
}

/** Namespaces whose file has another name. A test compares the table with the files. */
export const FILES: Record<string, string> = {
  account: "accounts",
  google: "accounts",
  refusals: "http",
  buy: "orders",
  publish: "products",
  categories: "products",
  badge: "products",
  review: "refunds",
  preview: "shop",
  sell: "storefront",
  "manage-sell": "storefront",
  common: "ui",
  toasts: "ui",
};

function fileOf(namespace: string): string {
  return FILES[namespace] ?? namespace;
}

/**
 * The namespaces that a page needs, loaded before hydration: a component that asks for another one
 * while a person uses the page has no text yet. A test compares the table with the components.
 *
 * @param routeId of the route table
 */
export function namespacesOf(routeId = ""): string[] {
  const own = BY_ROUTE[routeId] ?? (routeId.includes("google") ? ACCOUNT : []);
  return ["common", "toasts", "refusals", ...own];
}

const ACCOUNT = ["account", "google", "wallet"];

const BY_ROUTE: Record<string, string[]> = {
  buy: ["buy", "wallet", "categories", "badge"],
  claim: ["buy", "wallet", "review"],
  dashboard: ["dashboard", "review"],
  edit: ["publish", "categories", "account", "wallet", "google", "dashboard"],
  login: ACCOUNT,
  "manage-sell": ["manage-sell", "sell", "publish", "categories", "badge"],
  "new-product": ["publish", "categories", "account", "wallet", "google"],
  profile: ACCOUNT,
  "profile-codes": ACCOUNT,
  "profile-confirm": ACCOUNT,
  poster: ["publish"],
  counter: ["publish"],
  purchases: ["library"],
  review: ["review", "wallet"],
  sales: ["review", "wallet"],
  shop: ["shop", "categories", "badge"],
};
