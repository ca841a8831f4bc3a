import { SELF } from "cloudflare:test";
import { expect, test } from "vitest";

const ORIGIN = "http://localhost";
const get = (path: string, init: RequestInit = {}) =>
  SELF.fetch(`${ORIGIN}${path}`, { redirect: "manual", ...init });

test("a page has a nonce CSP that its scripts satisfy, and is not in a shared cache", async () => {
  const response = await get("/");
  const html = await response.text();

  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  const [, nonce] = /script-src 'nonce-([^']+)'/.exec(policy) ?? [];
  expect(nonce).toBeTruthy();
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
  expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
});

test("each page has a new nonce", async () => {
  const policies = await Promise.all([get("/"), get("/")]);
  const [first, second] = policies.map((page) => page.headers.get("Content-Security-Policy"));
  expect(first).not.toBe(second);
});

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

test("a message of a refusal is in the visitor's language", async () => {
  const say = async (locale: string) => {
    const response = await get("/api/nothing", { headers: { Cookie: `locale=${locale}` } });
    return ((await response.json()) as { error: { message: string } }).error.message;
  };
  expect(await say("fr")).not.toBe(await say("en"));
});
