import { env, SELF } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { insertProduct } from "../../support/factories/product";
import { newSeller, ORIGIN } from "../../support/seller";

/** `RATE_SCALE` of the tests is 1,000. */
const MAX_SEARCHES = 600_000;
const MINUTE_MS = 60_000;

beforeAll(async () => {
  const { uid } = await newSeller();
  const texts = { title: '100 % "pur" œuf_dur', description: "a* OR (b) — e\u0301lan" };
  await insertProduct(env.DB, uid, texts);
});

function search(q: string, address = "192.0.2.1"): Promise<Response> {
  const headers = { "CF-Connecting-IP": address };
  return SELF.fetch(`${ORIGIN}/shop?lang=en&q=${q}`, { headers, redirect: "manual" });
}

// spec: rule.shop.search
// spec: catalogue.search
test.each([
  ['100 % "pur"', true],
  ["OEUF_D", true],
  ["a* or (b) -", true],
  ["ÉLAN", true],
  ["e\u0301", true],
  ["u", true],
  ["%", true],
  ["_", true],
  ["*", true],
  ['"', true],
  ['""', false],
  ["%%%", false],
  ["œuf_dur*", false],
  ["pur NEAR dur", false],
  ["title:pur", false],
  ["x'; DROP TABLE products; --", false],
  ["\u0000", true],
  ["\u0301".repeat(500), true],
  ["a\u0000b", false],
  ["é".repeat(10_000), false],
  ["œ".repeat(10_000), false],
  ["\u{1f388}\u{1f388}\u{1f388}", false],
])("the search %j answers, and finds the product: %s", async (q, isFound) => {
  const response = await search(encodeURIComponent(q));
  expect(response.status).toBe(200);
  expect((await response.text()).includes("<article")).toBe(isFound);
});

// spec: catalogue.search
test.each(["%", "%ff", "%ed%a0%80", "%c3"])("the malformed search %j answers", async (q) => {
  expect((await search(q)).status).toBe(200);
});

// spec: catalogue.search-limit
test("an address that searches too often waits, and still sees the shop", async () => {
  const address = "192.0.2.7";
  await env.DB.prepare("INSERT INTO rate_limits (key, count, reset_at) VALUES (?, ?, ?)")
    .bind(`shop-search:${address}`, MAX_SEARCHES - 1, Date.now() + MINUTE_MS)
    .run();
  expect((await search("pur", address)).status).toBe(200);
  const refused = await search("pur", address);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await search("", address)).status).toBe(200);
  expect((await search("pur", "192.0.2.8")).status).toBe(200);
});
