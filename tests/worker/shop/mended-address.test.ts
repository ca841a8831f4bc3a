import { env, SELF } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { PAGE_SIZE } from "../../../app/shop/rules/shop";
import { insertProduct } from "../../support/factories/product";
import { newSeller, ORIGIN } from "../../support/seller";

/** Enough for a third page of the shop. */
const PRODUCTS = 2 * PAGE_SIZE + 1;

beforeAll(async () => {
  const seller = await newSeller();
  for (let at = 0; at < PRODUCTS; at += 1) await insertProduct(env.DB, seller.uid);
});

const ask = (path: string, init: RequestInit = {}) =>
  SELF.fetch(ORIGIN + path, { redirect: "manual", ...init });

/** Status and address of a redirect, and its note. */
async function redirectOf(path: string, method = "GET") {
  const answer = await ask(path, { method, headers: { Cookie: "locale=fr" } });
  await answer.body?.cancel();
  const note = /flash=(\w*)/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1] ?? null;
  return [answer.status, answer.headers.get("Location"), note];
}

// spec: catalogue.mended-address
test.each(["GET", "HEAD"])(
  "%s of a page after the last leads to the last, once",
  async (method) => {
    expect(await redirectOf("/shop?page=999&sort=popular", method)).toEqual([
      302,
      "/shop?page=500&sort=popular",
      null,
    ]);
    expect(await redirectOf("/shop?page=500&sort=popular", method)).toEqual([
      302,
      "/shop?sort=popular&page=3",
      "lastPage",
    ]);
    expect((await ask("/shop?sort=popular&page=3", { method })).status).toBe(200);
  },
);

// spec: catalogue.mended-address
test("a price that is no number leaves address and field, with a note in the page without script", async () => {
  expect(await redirectOf("/shop?min=abc&max=0,50&q=")).toEqual([
    302,
    "/shop?max=0.5&q=",
    "priceDropped",
  ]);
  const headers = { Cookie: "locale=fr; flash=priceDropped" };
  const page = await (await ask("/shop?max=0.5&q=", { headers })).text();
  expect(page).toMatch(/<input[^>]*name="max"[^>]*value="0,5"/);
  expect(page).toMatch(/role="status"[^>]*>(?:(?!<\/p>).)*Ce prix n’est pas un nombre/s);
  // The cached page of visitors has no note.
  const plain = await (await ask("/shop", { headers: { Cookie: "locale=fr" } })).text();
  expect(plain).not.toContain('role="status" class="flash');
});
