import type { MessageKey } from "../lib/problem";
import type { RoutePatterns } from "../lib/route-paths";
import type { ToastKey } from "./flash";

/** Who may use a route. Checked before the handler runs. */
export type Access =
  /** No check. */
  | "anyone"
  /** Wallets and other programs from any origin. Cookies are removed before the handler runs. */
  | "any wallet"
  /** Signed in. Otherwise pages redirect to `/login` and back, and JSON resources answer 401. */
  | "signed in"
  /** Signed in, and re-authenticated within `REAUTH_WINDOW_MS`. */
  | "recently authenticated";

/** What the use case checks in addition. Others get the 404 of a record that does not exist. */
export type Ownership =
  | "owner of the product"
  | "owner of the upload"
  | "buyer of the product"
  | "buyer of the order"
  | "seller of the order"
  | "seller of the review"
  | "buyer or seller of the order"
  | "author who shares in the order"
  | "payer of the order"
  | "owner of the code"
  | "member of the thread"
  | "affiliate of the product"
  | "affiliate of the order"
  | "holder of the token"
  /** The browser without an account that opened the order. */
  | "holder of the checkout secret"
  /** Depends on the intent of the form. */
  | "by intent";

export interface Rule {
  access: Access;
  ownership?: Ownership;
  /** Replaces the default text for visitors: a message key for JSON, a toast for pages. */
  unauthenticatedMessage?: { messageKey?: MessageKey; toast?: ToastKey };
  /** True for an API that forms post to without script: a visitor is redirected to sign-in. */
  takesForms?: boolean;
  /** Set where a visitor's GET decides something, so that it reads the primary database. */
  reads?: "primary";
  /** True for what search engines may list. Every other response has `X-Robots-Tag: noindex`. */
  isIndexed?: boolean;
  /** Set where every response also needs the headers of this protocol. */
  protocol?: "solana-action";
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
export type RouteAccess = Partial<Record<Method, Rule>>;

const anyone = { access: "anyone" } as const satisfies Rule;
const indexed = { access: "anyone", isIndexed: true } as const satisfies Rule;
const anyWallet = { access: "any wallet", reads: "primary" } as const satisfies Rule;
const actionClient = {
  access: "any wallet",
  reads: "primary",
  protocol: "solana-action",
} as const satisfies Rule;
const signedIn = { access: "signed in" } as const satisfies Rule;
const recentlyAuthenticated = { access: "recently authenticated" } as const satisfies Rule;
/** GETs follow the guest's own writes, and may issue a link: they read the primary database. */
const guest = {
  access: "anyone",
  reads: "primary",
  ownership: "holder of the checkout secret",
} as const satisfies Rule;
/** What has been written just before, by a visitor. */
const tokenHolder = {
  access: "anyone",
  reads: "primary",
  ownership: "holder of the token",
} as const satisfies Rule;
const only = <Of extends Ownership>(ownership: Of) => ({ access: "signed in", ownership }) as const;

/** The methods of every route of `app/routes.ts`; GET includes HEAD. Another method answers 405. */
const DECLARED = {
  home: { GET: indexed },
  shop: { GET: indexed },
  sell: { GET: indexed },
  preview: { GET: indexed },
  accueil: { GET: indexed },
  buy: { GET: indexed, POST: { access: "anyone", ownership: "by intent" } },
  dashboard: { GET: signedIn, POST: only("owner of the product") },
  "sales-report": { GET: signedIn },
  "transactions-report": { GET: signedIn },
  purchases: {
    GET: { access: "signed in", unauthenticatedMessage: { toast: "purchasesSignedOut" } },
    POST: signedIn,
  },
  "purchased-file": { GET: only("buyer of the product") },
  handover: { GET: only("buyer of the product"), POST: only("buyer of the product") },
  "purchase-receipt": { GET: only("buyer of the order") },
  "purchase-proof": { GET: only("buyer of the order") },
  "write-review": { GET: only("buyer of the order"), POST: only("buyer of the order") },
  take: {
    GET: tokenHolder,
    POST: { access: "anyone", ownership: "holder of the token" },
  },
  review: { GET: signedIn, POST: only("seller of the order") },
  sales: { GET: signedIn },
  "received-reviews": { GET: signedIn },
  "answer-review": { GET: only("seller of the review"), POST: only("seller of the review") },
  "product-reviews": { GET: anyone },
  sources: { GET: signedIn, POST: signedIn },
  codes: { GET: signedIn, POST: only("owner of the code") },
  "new-code": { GET: signedIn, POST: signedIn },
  "codes-report": { GET: signedIn },
  code: { GET: only("owner of the code"), POST: only("owner of the code") },
  bundles: { GET: signedIn },
  "new-bundle": { GET: signedIn, POST: signedIn },
  bundle: { GET: only("owner of the product"), POST: only("owner of the product") },
  "sale-receipt": { GET: only("seller of the order") },
  "co-author": { GET: only("holder of the token"), POST: only("holder of the token") },
  shares: { GET: signedIn, POST: signedIn },
  "shares-report": { GET: signedIn },
  "share-receipt": { GET: only("author who shares in the order") },
  claim: { GET: only("payer of the order"), POST: only("payer of the order") },
  messages: { GET: signedIn, POST: signedIn },
  "new-message": { GET: only("by intent"), POST: only("by intent") },
  thread: { GET: only("member of the thread"), POST: only("member of the thread") },
  "new-product": { GET: signedIn, POST: signedIn },
  draft: { GET: only("owner of the product") },
  "publish-draft": { GET: only("owner of the product"), POST: only("owner of the product") },
  "manage-sell": { GET: signedIn, POST: signedIn },
  profile: { GET: signedIn, POST: signedIn },
  reauthenticate: { GET: signedIn, POST: signedIn },
  password: { GET: only("by intent"), POST: only("by intent") },
  "recovery-codes": { GET: signedIn, POST: only("by intent") },
  "recovery-codes-text": { GET: signedIn },
  "remove-login-method": { GET: recentlyAuthenticated, POST: recentlyAuthenticated },
  "seller-status": { GET: signedIn, POST: signedIn },
  "delete-account": { GET: recentlyAuthenticated, POST: recentlyAuthenticated },
  poster: { GET: only("owner of the product") },
  counter: { GET: only("owner of the product") },
  "product-status": { GET: only("owner of the product"), POST: only("owner of the product") },
  "delete-product": { GET: only("owner of the product"), POST: only("owner of the product") },
  "product-affiliates": {
    GET: only("owner of the product"),
    POST: only("owner of the product"),
  },
  "product-licences": {
    GET: only("owner of the product"),
    POST: only("owner of the product"),
  },
  affiliate: { GET: signedIn, POST: signedIn },
  "affiliate-report": { GET: signedIn },
  "affiliate-sale": { GET: only("affiliate of the order") },
  "affiliate-invitation": { GET: only("holder of the token"), POST: only("holder of the token") },
  recommend: { GET: signedIn, POST: signedIn },
  "affiliate-qr": { GET: only("affiliate of the product") },
  referral: { GET: { access: "anyone", reads: "primary" } },
  duplicate: { POST: { ...only("owner of the product"), takesForms: true } },
  authors: {
    GET: only("owner of the product"),
    POST: { ...recentlyAuthenticated, ownership: "owner of the product" },
  },
  "qr-file": { GET: only("owner of the product") },
  edit: { GET: only("owner of the product"), POST: only("owner of the product") },
  report: { GET: anyone, POST: anyone },
  "report-status": {
    GET: { access: "anyone", reads: "primary", ownership: "holder of the token" },
  },
  creator: { GET: indexed },
  "wallet-guide": { GET: indexed },
  "business-plan": { GET: indexed },
  login: { GET: anyone, POST: anyone },
  recover: { GET: anyone, POST: anyone },
  about: { GET: indexed },
  terms: { GET: indexed },
  contact: { GET: indexed, POST: anyone },
  "on-ramp": { GET: indexed },
  ranking: { GET: indexed },
  accessibility: { GET: indexed },
  withdrawal: { GET: { ...indexed, reads: "primary" }, POST: { access: "anyone" } },
  acknowledgement: { GET: tokenHolder },
  "acknowledgement-text": { GET: tokenHolder },
  "acknowledgement-statement": { GET: tokenHolder },
  "legal-notice": { GET: indexed },
  privacy: { GET: indexed },
  logout: { GET: anyone, POST: anyone },
  "google-start": { GET: anyone },
  "google-link": { GET: recentlyAuthenticated },
  "google-reauthenticate": { GET: signedIn },
  "google-callback": { GET: { access: "anyone", reads: "primary" } },
  "google-account": {
    GET: { access: "anyone", reads: "primary", ownership: "holder of the token" },
    POST: { access: "anyone", ownership: "holder of the token" },
  },
  "google-reauthenticated": { GET: anyone },
  "api-wallet-challenge": { POST: { access: "anyone", ownership: "by intent" } },
  "api-wallet-sign-in": { POST: anyone },
  "api-wallet-link": { POST: recentlyAuthenticated },
  "api-wallet-merge": { POST: recentlyAuthenticated },
  "api-reauthenticate": { POST: signedIn },
  "api-demo-airdrop": { POST: anyone },
  "api-demo-balance": { POST: anyone },
  "api-demo-send": { POST: anyone },
  "api-orders": {
    POST: { access: "signed in", unauthenticatedMessage: { messageKey: "buyer_missing" } },
  },
  "api-order": { GET: only("buyer or seller of the order") },
  "api-signature": { POST: only("buyer of the order") },
  "api-transaction": { POST: only("buyer of the order") },
  "api-leave-line": { POST: only("buyer of the order") },
  "api-send": { POST: only("buyer of the order") },
  "api-live": { GET: only("buyer of the order") },
  "api-guest-orders": { POST: anyone },
  "api-guest-order": { GET: guest },
  "api-guest-signature": { POST: guest },
  "api-guest-transaction": { POST: guest },
  "api-guest-leave-line": { POST: guest },
  "api-guest-send": { POST: guest },
  "api-guest-live": { GET: guest },
  "api-guest-file": { GET: guest },
  "api-guest-proof": { GET: guest },
  "api-messages": { POST: only("buyer or seller of the order") },
  "api-accept": { POST: only("seller of the order") },
  "api-dismiss": { POST: only("seller of the order") },
  "api-claim": { POST: only("payer of the order") },
  "api-refund": { POST: only("seller of the order") },
  "api-send-refund": { POST: only("seller of the order") },
  "api-share": { POST: only("seller of the order") },
  "api-send-share": { POST: only("seller of the order") },
  "api-pay": { GET: anyWallet, POST: anyWallet, OPTIONS: anyWallet },
  "api-buy": { GET: actionClient, POST: actionClient, OPTIONS: actionClient },
  "licence-verify": { POST: anyWallet, OPTIONS: anyWallet },
  "licence-activate": { POST: anyWallet, OPTIONS: anyWallet },
  "licence-deactivate": { POST: anyWallet, OPTIONS: anyWallet },
  "actions-json": { GET: actionClient, OPTIONS: actionClient },
  "api-refresh-download": { POST: only("buyer of the product") },
  download: { GET: { access: "anyone", reads: "primary", ownership: "holder of the token" } },
  "download-file": {
    GET: { access: "anyone", reads: "primary", ownership: "holder of the token" },
  },
  "download-problem": {
    GET: { access: "anyone", reads: "primary", ownership: "holder of the token" },
  },
  "shop-cards": { GET: anyone },
  "api-favourites": { POST: { access: "signed in", takesForms: true } },
  health: { GET: { access: "anyone", reads: "primary" } },
  "api-replace-file": { POST: only("owner of the product") },
  "api-release": { PUT: only("owner of the product") },
  "api-uploads": { POST: signedIn },
  "api-upload": { GET: only("owner of the upload"), DELETE: only("owner of the upload") },
  "api-upload-part": { PUT: only("owner of the upload") },
  "api-complete-upload": { POST: only("owner of the upload") },
  "api-drafts": { POST: signedIn },
  "api-draft": { PUT: only("owner of the product") },
  "api-publish-draft": { POST: only("owner of the product") },
  "api-events": { GET: signedIn },
  "api-product-stock": { GET: only("owner of the product") },
  "api-pictures": { POST: only("owner of the product"), PUT: only("owner of the product") },
  "api-sample": { PUT: only("owner of the product"), DELETE: only("owner of the product") },
  media: { GET: indexed },
  "product-picture": { GET: indexed },
  theme: { GET: anyone, POST: anyone },
  currency: { GET: anyone, POST: anyone },
  "language-hint": { GET: anyone, POST: anyone },
  sitemap: { GET: anyone },
  "sitemap-pages": { GET: anyone },
  "sitemap-products": { GET: anyone },
  "sitemap-sellers": { GET: anyone },
  robots: { GET: anyone },
  "security-text": { GET: anyone },
  "public-keys": { GET: anyone },
  "change-password": { GET: anyone },
  manifest: { GET: anyone },
  "catch-all": { GET: anyone, POST: anyone, PUT: anyone, PATCH: anyone, DELETE: anyone },
} satisfies Record<keyof RoutePatterns, RouteAccess>;

export type DeclaredAccess = typeof DECLARED;

/** By route id. A route without an entry answers 404. */
export const ACCESS: Readonly<Record<string, RouteAccess>> = DECLARED;

/** The value of an `Allow` header. */
export function allowedMethods(route: RouteAccess): string {
  return Object.keys(route)
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ");
}

/** The rule for a method; undefined for a method that is not listed. */
export function ruleFor(route: RouteAccess | undefined, method: string): Rule | undefined {
  return route?.[(method === "HEAD" ? "GET" : method) as Method];
}

/** True where the answer is for one signed-in user. */
export function isForViewer(rule: Rule | undefined): boolean {
  return rule?.access === "signed in" || rule?.access === "recently authenticated";
}

/** True for routes that wallets call: from any origin, without cookies, with CORS headers. */
export function isForWallets(route: RouteAccess = {}): boolean {
  return Object.values(route).some(({ access }) => access === "any wallet");
}
