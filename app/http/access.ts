/** Who may come, as far as it can be told before anything is read. */
export type Who =
  /** Nothing is asked. */
  | "anyone"
  /** A wallet or another program, from any origin: its cookies are taken away before the route runs. */
  | "any wallet"
  /** Signed in; without it a page leads to `/login` and back, JSON answers 401. */
  | "signed in"
  /** Signed in, with a proof of who is there that is less than 10 minutes old. */
  | "freshly proven";

/** What the use case asks beyond that. To all others the thing does not exist: the same 404. */
export type Tie =
  | "owner of the product"
  | "owner of the upload"
  | "buyer of the product"
  | "buyer of the order"
  | "seller of the order"
  | "buyer or seller of the order"
  | "payer of the order"
  | "holder of the token"
  /** Each intent of the form has its own rule. */
  | "by intent";

export interface Rule {
  who: Who;
  tie?: Tie;
  /** What a visitor is told where the usual words would not do: an `errors` key, or a toast. */
  turnedAway?: { words?: string; toast?: string };
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
export type Access = Partial<Record<Method, Rule>>;

const anyone: Rule = { who: "anyone" };
const anyWallet: Rule = { who: "any wallet" };
const signedIn: Rule = { who: "signed in" };
const freshlyProven: Rule = { who: "freshly proven" };
const only = (tie: Tie): Rule => ({ who: "signed in", tie });

/**
 * Every address of `app/routes.ts`, by method; HEAD goes with GET. An address that is not here is
 * refused whoever comes, and a method that is not here is answered 405.
 */
export const ACCESS: Record<string, Access> = {
  "/": { GET: anyone },
  "/shop": { GET: anyone },
  "/sell/:id": { GET: anyone },
  "/preview/:id": { GET: anyone },
  "/accueil": { GET: anyone },
  "/acheter/:productId": { GET: anyone, POST: { who: "anyone", tie: "by intent" } },
  "/dashboard": { GET: signedIn, POST: only("owner of the product") },
  "/dashboard/sales.csv": { GET: signedIn },
  "/purchases": { GET: { who: "signed in", turnedAway: { toast: "purchasesSignedOut" } } },
  "/purchases/:productId/file": { GET: only("buyer of the product") },
  "/dashboard/review": { GET: signedIn, POST: only("seller of the order") },
  "/dashboard/sales": { GET: signedIn },
  "/claim/:id": { GET: only("payer of the order"), POST: only("payer of the order") },
  "/transaction": { GET: signedIn, POST: signedIn },
  "/profil": { GET: signedIn, POST: signedIn },
  "/profil/confirm": { GET: signedIn, POST: signedIn },
  "/profil/password": { GET: only("by intent"), POST: only("by intent") },
  "/profil/codes": { GET: signedIn, POST: only("by intent") },
  "/profil/codes/text": { GET: signedIn },
  "/profil/remove/:method": { GET: freshlyProven, POST: freshlyProven },
  "/profil/delete": { GET: freshlyProven, POST: freshlyProven },
  "/edit/:pid": { GET: only("owner of the product"), POST: only("owner of the product") },
  "/createur": { GET: anyone },
  "/guide-wallet": { GET: anyone },
  "/businessPlan": { GET: anyone },
  "/login": { GET: anyone, POST: anyone },
  "/login/recover": { GET: anyone, POST: anyone },
  "/about": { GET: anyone },
  "/cgu": { GET: anyone },
  "/contact": { GET: anyone, POST: anyone },
  "/tutoriel-moonpay": { GET: anyone },
  "/logout": { GET: anyone, POST: anyone },
  "/auth/google": { GET: anyone },
  "/auth/google/link": { GET: freshlyProven },
  "/auth/google/proof": { GET: signedIn },
  "/auth/google/callback": { GET: anyone },
  "/auth/google/account": {
    GET: { who: "anyone", tie: "holder of the token" },
    POST: { who: "anyone", tie: "holder of the token" },
  },
  "/auth/google/proven": { GET: anyone },
  "/api/wallet/challenge": { POST: { who: "anyone", tie: "by intent" } },
  "/api/wallet/sign-in": { POST: anyone },
  "/api/wallet/link": { POST: freshlyProven },
  "/api/wallet/merge": { POST: freshlyProven },
  "/api/proof": { POST: signedIn },
  "/api/demo/airdrop": { POST: anyone },
  "/api/demo/balance": { POST: anyone },
  "/api/demo/send": { POST: anyone },
  "/api/transactions": { POST: { who: "signed in", turnedAway: { words: "buyer_missing" } } },
  "/api/transactions/:id": { GET: only("buyer or seller of the order") },
  "/api/transactions/:id/signature": { POST: only("buyer of the order") },
  "/api/transactions/:id/send": { POST: only("buyer of the order") },
  "/api/transactions/:id/live": { GET: only("buyer of the order") },
  "/api/orders/:id/accept": { POST: only("seller of the order") },
  "/api/orders/:id/dismiss": { POST: only("seller of the order") },
  "/api/orders/:id/claim": { POST: only("payer of the order") },
  "/api/orders/:id/refund": { POST: only("seller of the order") },
  "/api/orders/:id/refund/send": { POST: only("seller of the order") },
  "/api/pay/:transactionId": { GET: anyWallet, POST: anyWallet, OPTIONS: anyWallet },
  "/api/actions/buy/:productId": { GET: anyWallet, POST: anyWallet, OPTIONS: anyWallet },
  "/actions.json": { GET: anyWallet, OPTIONS: anyWallet },
  "/api/purchases/:productId/refresh": { POST: only("buyer of the product") },
  "/download/:token": { GET: { who: "anyone", tie: "holder of the token" } },
  "/health": { GET: anyone },
  "/api/uploads": { POST: signedIn },
  "/api/uploads/:key": { GET: only("owner of the upload"), DELETE: only("owner of the upload") },
  "/api/uploads/:key/parts/:part": { PUT: only("owner of the upload") },
  "/api/uploads/:key/complete": { POST: only("owner of the upload") },
  "/media/*": { GET: anyone },
  "/theme": { GET: anyone, POST: anyone },
  "/language-hint": { GET: anyone, POST: anyone },
  "/*": { GET: anyone, POST: anyone, PUT: anyone, PATCH: anyone, DELETE: anyone },
};

/** What an `Allow` header says of it. */
export function allowed(access: Access): string {
  return Object.keys(access)
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ");
}

/** The rule for a method, or undefined where the method is not declared. */
export function ruleFor(access: Access | undefined, method: string): Rule | undefined {
  return access?.[(method === "HEAD" ? "GET" : method) as Method];
}

/** True where wallets ask: they look for a refusal's words at the top of the answer. */
export function isForWallets(access: Access = {}): boolean {
  return Object.values(access).some(({ who }) => who === "any wallet");
}
