import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, expect, inject, test } from "vitest";
// The built Worker has no types.
// @ts-expect-error
import built from "../../../dist-worker/index.js";
import { removeCachedText } from "../../support/cached-texts";
import { type RecordedStatement, recordStatements } from "../../support/count-statements";
import { insertProduct } from "../../support/factories/product";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { newOrder } from "../../support/worker-orders";

const worker = built as ExportedHandler<Cloudflare.Env>;

let member: Seller;
let productId: string;
let orderId: string;
beforeAll(async () => {
  member = await newSeller();
  const seller = await newSeller();
  productId = await insertProduct(env.DB, seller.uid);
  const order = { productId, ownerUid: seller.uid, buyerUid: member.uid };
  orderId = (await newOrder(order)).id;
  // A text that is in the cache is not read.
  await removeCachedText("/sitemap.xml");
});

async function ask(path: string, init: RequestInit = {}) {
  const { db, recorded } = recordStatements(env.DB);
  const context = createExecutionContext();
  const headers = { Host: "localhost", Origin: ORIGIN, ...init.headers };
  const request = new Request(ORIGIN + path, { redirect: "manual", ...init, headers });
  const response = await worker.fetch?.(request as never, { ...env, DB: db }, context);
  if (!response) throw new Error("no response");
  await response.arrayBuffer();
  await waitOnExecutionContext(context);
  return { response, recorded };
}

/** The instances that a request used. */
function instances(recorded: RecordedStatement[]): string {
  const used = new Set(recorded.map(({ session }) => (session ? "nearest" : "primary")));
  return [...used].sort().join(" and ") || "none";
}

/** What each route with GET uses for a visitor and for a member; others use none for a visitor. */
const READS: Record<string, [visitor: string, member: string]> = {
  "/": ["none", "primary"],
  "/shop": ["nearest", "primary"],
  "/sell/:id": ["nearest", "primary"],
  "/preview/:id": ["nearest", "primary"],
  "/accueil": ["none", "primary"],
  "/acheter/:productId": ["nearest", "primary"],
  "/createur": ["none", "primary"],
  "/guide-wallet": ["none", "primary"],
  "/businessPlan": ["none", "primary"],
  "/accessibilite": ["none", "primary"],
  "/login": ["none", "primary"],
  "/login/recover": ["none", "primary"],
  "/about": ["none", "primary"],
  "/cgu": ["none", "primary"],
  "/contact": ["none", "primary"],
  "/tutoriel-moonpay": ["none", "primary"],
  "/mentions-legales": ["none", "primary"],
  "/confidentialite": ["none", "primary"],
  // The counter of the rate limit is on the primary.
  "/auth/google": ["primary", "primary"],
  // A visitor without a flow is refused before any statement.
  "/auth/google/callback": ["none", "primary"],
  "/auth/google/account": ["none", "primary"],
  // Kept by the Cache API: the member's request gets the visitor's answer.
  "/sitemap.xml": ["nearest", "none"],
  "/shop/cards": ["nearest and primary", "primary"],
  "/r/:code/:productId": ["primary", "primary"],
  "/api/pay/:transactionId": ["primary", "primary"],
  "/api/actions/buy/:productId": ["primary", "primary"],
  // Refused without a secret.
  "/api/checkout/:id": ["none", "none"],
  "/api/checkout/:id/live": ["none", "none"],
  "/api/checkout/:id/file": ["none", "none"],
  "/api/checkout/:id/proof": ["none", "none"],
  "/download/:token": ["primary", "primary"],
  "/download/:token/:position": ["primary", "primary"],
  "/purchases/link/:token": ["primary", "primary"],
  "/take/:token": ["primary", "primary"],
  "/retractation": ["none", "primary"],
  "/report/:productId": ["nearest", "primary"],
  "/reviews/:productId": ["nearest", "primary"],
  "/retractation/:token": ["primary", "primary"],
  "/retractation/:token/text": ["primary", "primary"],
  "/retractation/:token/statement": ["primary", "primary"],
  "/health": ["primary", "primary"],
  // Without the database.
  "/logout": ["none", "none"],
  "/auth/google/proven": ["none", "primary"],
  "/actions.json": ["none", "none"],
  "/sitemap/pages.xml": ["none", "none"],
  // The address has no number of a part.
  "/sitemap/products/:part": ["none", "none"],
  "/sitemap/sellers/:part": ["none", "none"],
  "/robots.txt": ["none", "none"],
  "/manifest.webmanifest": ["none", "none"],
  "/.well-known/security.txt": ["none", "none"],
  "/.well-known/comptoir.json": ["none", "none"],
  "/.well-known/change-password": ["none", "none"],
  "/media/:id": ["nearest", "primary"],
  "/pictures/:id/:name": ["nearest", "primary"],
  "/theme": ["none", "none"],
  "/currency": ["none", "none"],
  "/language-hint": ["none", "none"],
  "/*": ["none", "none"],
};

/** Tables that are never read from a replica. */
const DECIDED_ON_PRIMARY =
  /\b(orders|purchases|rights|grants|ledger|download_tokens|sessions|password_credentials|google_identities|recovery_codes|wallet_challenges|rate_limits)\b/;

test.each(inject("readAddresses"))("GET %s", async (address) => {
  const [asVisitor, asMember] = READS[address] ?? ["none", "primary"];
  const id = /orders|transactions|claim|pay/.test(address)
    ? orderId
    : address.startsWith("/sell")
      ? member.uid
      : productId;
  const named = address.replace(":position", "1").replace(/:\w+|\*/, id);
  const path = address === "/shop/cards" ? `${address}?ids=${id}` : named;
  for (const form of [path, `${path === "/" ? "/_root" : path}.data`]) {
    const visitor = await ask(form);
    const withSession = await ask(form, { headers: { Cookie: member.cookie } });
    const used = [instances(visitor.recorded), instances(withSession.recorded)];
    if (form === path) expect({ address, used }).toEqual({ address, used: [asVisitor, asMember] });
    expect(used[1]).not.toContain("nearest");
    const nearest = visitor.recorded.filter(({ session }) => session !== null);
    expect(nearest.filter(({ sql }) => DECIDED_ON_PRIMARY.test(sql))).toEqual([]);
    expect(visitor.response.headers.getSetCookie().join()).not.toContain("bookmark");
  }
});

test("a guest reads the page of the order from the primary", async () => {
  const headers = { Cookie: `checkout=${"a".repeat(43)}` };
  const { recorded } = await ask(`/acheter/${productId}`, { headers });
  expect(instances(recorded)).toBe("primary");
  expect(recorded.some(({ sql }) => sql.includes("guest_secret_hash"))).toBe(true);
});

test("a visitor's reads start from the bookmark of their last write", async () => {
  const logout = await ask("/logout", { method: "POST", headers: { Cookie: member.cookie } });
  const cookies = logout.response.headers.getSetCookie();
  const [, bookmark = ""] =
    /^bookmark=([\da-f-]+); Path=\/; Max-Age=600; HttpOnly/.exec(
      cookies.find((cookie) => cookie.startsWith("bookmark=")) ?? "",
    ) ?? [];
  expect(bookmark).toMatch(/^[\da-f]{8}-/);
  const sessions = async (cookie: string) =>
    (await ask("/shop", { headers: { Cookie: cookie } })).recorded.map(({ session }) => session);
  expect(new Set(await sessions(`bookmark=${bookmark}`))).toEqual(new Set([bookmark]));
  for (const invalid of ["", "bookmark=junk", `bookmark=${bookmark}0`]) {
    expect(new Set(await sessions(invalid))).toEqual(new Set(["first-unconstrained"]));
  }
});

test("a bookmark is kept where a visitor wrote, and only there", async () => {
  const bookmarkOf = async (path: string, body: Record<string, string>, cookie = "") => {
    const init = { method: "POST", headers: { Cookie: cookie }, body: new URLSearchParams(body) };
    const { response } = await ask(path, init);
    return response.headers.getSetCookie().some((one) => one.startsWith("bookmark="));
  };
  const { cookie } = await newSeller();
  expect(await bookmarkOf("/contact", { email: "a@example.com", message: "Hi" })).toBe(true);
  // Without a write, a refused one, and a member, whose reads go to the primary.
  expect(await bookmarkOf("/theme", { theme: "dark" })).toBe(false);
  expect(await bookmarkOf("/contact", { email: "", message: "Hi" })).toBe(false);
  expect(await bookmarkOf("/profil", { intent: "rename", name: "Me" }, cookie)).toBe(false);
});

test("unsafe methods of visitors use the primary alone", async () => {
  const body = new URLSearchParams({ intent: "sign-in", email: "a@example.com", password: "x" });
  for (const path of ["/login", `/acheter/${productId}`]) {
    const { recorded } = await ask(path, { method: "POST", body });
    expect(recorded.filter(({ session }) => session !== null)).toEqual([]);
  }
});
