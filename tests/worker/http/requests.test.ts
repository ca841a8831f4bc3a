import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { insertProduct } from "../../support/factories/product";
import { newSeller, type Seller } from "../../support/seller";
import { newOrder, newPayment, OPENED_AT } from "../../support/worker-orders";

const ORIGIN = "http://localhost";
const get = (path: string, init: RequestInit = {}) =>
  SELF.fetch(`${ORIGIN}${path}`, { redirect: "manual", ...init });

// spec: page.csp
test("a page has a nonce CSP that its scripts satisfy, and is not in a shared cache", async () => {
  const response = await get("/login");
  const html = await response.text();

  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  const [, nonce] = /script-src 'nonce-([^']+)'/.exec(policy) ?? [];
  expect(nonce).toBeTruthy();
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
  const executed = scripts.filter((tag) => !tag.includes('type="application/json"'));
  expect(executed.length).toBeGreaterThan(0);
  expect(executed.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
});

test.each(["/", "/cgu", "/login/recover", "/sell/nothing"])(
  "%s ships no script and allows none",
  async (path) => {
    const response = await get(path);
    expect(response.headers.get("Content-Security-Policy")).toContain("script-src 'none';");
    expect(await response.text()).not.toMatch(/<script(?! type="application\/ld\+json")/);
  },
);

test.each(["/", "/login"])(
  "the document of %s names its style sheet and fonts in a header",
  async (path) => {
    const response = await get(path);
    const html = await response.text();
    const [, styles] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
    const fonts = [...html.matchAll(/<link rel="preload" href="([^"]+\.woff2)"/g)].map(
      ([, font]) => `<${font}>; rel=preload; as=font; type="font/woff2"; crossorigin`,
    );
    expect(fonts).toHaveLength(2);
    const named = [`<${styles}>; rel=preload; as=style`, ...fonts];
    expect(response.headers.get("Link")).toBe(named.join(", "));
    const data = await get(`${path === "/" ? "/_root" : path}.data`);
    expect(data.headers.get("Link")).toBeNull();
  },
);

test("a page with script has its texts in the document, in its language and without the server's", async () => {
  for (const [locale, text] of Object.entries({ fr: "Aller au contenu", en: "Skip to content" })) {
    const html = await (await get(`/login?lang=${locale}`)).text();
    const [, json = ""] =
      /<script id="texts" type="application\/json">(.*?)<\/script>/s.exec(html) ?? [];
    expect(json).not.toContain("<");
    const texts: Record<string, Record<string, string>> = JSON.parse(json);
    expect(Object.keys(texts).sort()).toEqual([
      "account",
      "common",
      "google",
      "refusals",
      "toasts",
      "wallet",
    ]);
    expect(texts.common?.skip).toBe(text);
  }
  expect(await (await get("/")).text()).not.toContain('id="texts"');
});

// spec: page.csp
test("each page has a new nonce", async () => {
  const policies = await Promise.all([get("/login"), get("/login")]);
  const [first, second] = policies.map((page) => page.headers.get("Content-Security-Policy"));
  expect(first).not.toBe(second);
});

// spec: call.auth-token, storage.http-403
test.each([
  ["a foreign origin", { Origin: "https://elsewhere.example" }],
  ["no origin", {}],
  ["an origin with the app's origin as prefix", { Origin: `${ORIGIN}.evil.example` }],
])("an unsafe method from %s is refused", async (_name, headers: Record<string, string>) => {
  const response = await get("/login", { method: "POST", headers });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ error: { code: "foreign_origin" } });
});

test("a WebSocket from a foreign origin is refused on any path", async () => {
  const headers = { Upgrade: "websocket", Origin: "https://elsewhere.example" };
  for (const path of ["/api/transactions/x/live", "/api/pay/x", "/"]) {
    const response = await get(path, { headers });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: "foreign_origin" } });
  }
});

// spec: json.methods
test("an unknown page links to the home page; an unknown API path answers 404 in JSON", async () => {
  const page = await get("/no-such-page");
  expect([page.status, page.headers.get("Location")]).toEqual([302, "/"]);

  for (const path of ["/api/nothing", "/download/", "/assets/gone.js"]) {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(response.headers.get("Content-Type")).toContain("application/json");
    expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
  }
});

// spec: json.error-form
test("a message of a refusal is in the visitor's language", async () => {
  const say = async (locale: string) => {
    const response = await get("/api/nothing", { headers: { Cookie: `locale=${locale}` } });
    return ((await response.json()) as { error: { message: string } }).error.message;
  };
  expect(await say("fr")).not.toBe(await say("en"));
});

test("lists show their first page for a place that they never link to", async () => {
  const [seller, buyer] = [await newSeller(), await newSeller()];
  const productId = await insertProduct(env.DB, seller.uid, { title: "Rain" });
  const order = await newOrder({ productId, ownerUid: seller.uid, buyerUid: buyer.uid });
  expect(await ordersIn(openDb(env.DB)).settle(order.id, newPayment(), OPENED_AT)).toBe("settled");
  const listOf = async (who: Seller, path: string) => {
    const page = await who.call(path);
    expect([path, page.status]).toEqual([path, 200]);
    const html = await page.text();
    return html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  };
  for (const [who, path] of [
    [buyer, "/purchases"],
    [buyer, `/sell/${seller.uid}`],
    [seller, "/dashboard/sales"],
  ] as const) {
    const first = await listOf(who, path);
    expect(first).toContain("Rain");
    for (const before of ["x", "Infinity", "1e400", "1.5", "-1", "9".repeat(400)]) {
      expect(await listOf(who, `${path}?before=${before}`)).toBe(first);
    }
  }
});
