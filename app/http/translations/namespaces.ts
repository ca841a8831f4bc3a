/**
 * The namespaces that a page needs in the browser. A test compares the table with the components.
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
  draft: ["draft", "publish", "categories", "account", "wallet", "google", "dashboard"],
  edit: ["publish", "categories", "account", "wallet", "google", "dashboard"],
  login: ACCOUNT,
  "manage-sell": ["manage-sell", "sell", "publish", "categories", "badge"],
  "new-product": ["draft", "publish", "categories", "account", "wallet", "google"],
  profile: ACCOUNT,
  "recovery-codes": ACCOUNT,
  reauthenticate: ACCOUNT,
  messages: ["messages"],
  "new-message": ["messages"],
  thread: ["messages"],
  poster: ["publish"],
  counter: ["publish"],
  purchases: ["library"],
  "purchase-receipt": ["receipt"],
  review: ["review", "wallet"],
  "sale-receipt": ["receipt"],
  sales: ["review", "wallet"],
  shop: ["shop", "categories", "badge"],
};
