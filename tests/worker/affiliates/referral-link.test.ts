import { env, SELF } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { referralIn } from "../../../app/affiliates/rules/referral-cookie";
import { newCachedSite, withoutNonce } from "../../support/cached-site";
import { insertAffiliate, payAffiliates } from "../../support/factories/affiliate";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { newAddress } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN } from "../../support/seller";
import { publish } from "../../support/upload";
import { advanceClock, stopClock } from "../../support/worker-clock";

stopClock();

const NAVIGATION = { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate" };

let productId: string;
let affiliateUid: string;
let code: string;
beforeEach(async () => {
  const seller = await newSeller();
  const affiliate = await insertPerson(env.DB, { name: "Ada Recommends", wallet: newAddress() });
  affiliateUid = affiliate.uid;
  productId = await publish(seller);
  await payAffiliates(env.DB, productId);
  code = await insertAffiliate(env.DB, { productId, uid: affiliateUid });
});

async function follow(path: string, headers: Record<string, string> = NAVIGATION, method = "GET") {
  const response = await SELF.fetch(ORIGIN + path, { method, headers, redirect: "manual" });
  await response.body?.cancel();
  const [cookie = ""] = response.headers.getSetCookie();
  return {
    status: response.status,
    to: response.headers.get("Location"),
    cookie,
    value: /^ref=([^;]*)/.exec(cookie)?.[1] ?? null,
  };
}
const link = (of = code) => `/r/${of}/${productId}`;

// spec: affiliate.link
test("a visit of the link leads to the product, and is remembered by ids alone", async () => {
  const { status, to, cookie, value } = await follow(link());
  expect([status, to]).toEqual([303, `/acheter/${productId}`]);
  expect(cookie).toMatch(/; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
  expect(referralIn(value, productId, Date.now())).toBe(code);
  expect(cookie).not.toContain(affiliateUid);
});

// spec: affiliate.link
test("the first link of a product stands, until it was removed", async () => {
  const { value } = await follow(link());
  const other = await insertAffiliate(env.DB, {
    productId,
    uid: (await insertPerson(env.DB, { wallet: newAddress() })).uid,
  });
  const headers = { ...NAVIGATION, Cookie: `ref=${value}` };
  expect(await follow(link(other), headers)).toMatchObject({ status: 303, cookie: "" });
  const removal = await SELF.fetch(`${ORIGIN}/acheter/${productId}`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: ORIGIN, Host: "localhost", Cookie: `ref=${value}` },
    body: new URLSearchParams({ intent: "remove-referral" }),
  });
  const [removed = ""] = removal.headers.getSetCookie();
  const kept = /^ref=([^;]*)/.exec(removed)?.[1] ?? "";
  expect(referralIn(kept, productId, Date.now())).toBeNull();
  const again = await follow(link(other), { ...NAVIGATION, Cookie: `ref=${kept}` });
  expect(referralIn(again.value, productId, Date.now())).toBe(other);
});

// spec: affiliate.link
describe("nothing is remembered where no person opens the link in a window", () => {
  const cases: Record<string, Record<string, string>> = {
    "a frame": { ...NAVIGATION, "Sec-Fetch-Dest": "iframe" },
    "a picture": { "Sec-Fetch-Dest": "image", "Sec-Fetch-Mode": "no-cors" },
    "a script's request": { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors" },
    "a page loaded ahead": { ...NAVIGATION, "Sec-Purpose": "prefetch;prerender" },
    "an older browser's page loaded ahead": { ...NAVIGATION, Purpose: "prefetch" },
    "a client that does not say": {},
  };
  test.each(Object.entries(cases))("%s", async (_, headers) => {
    const to = `/acheter/${productId}`;
    expect(await follow(link(), headers)).toEqual({ status: 303, to, cookie: "", value: null });
  });

  test("HEAD", async () => {
    expect(await follow(link(), NAVIGATION, "HEAD")).toMatchObject({ status: 303, cookie: "" });
  });
});

// spec: affiliate.link
test("a link counts while its affiliate is in force and the seller pays affiliates", async () => {
  const ends = { status: 303, cookie: "" };
  for (const unknown of ["AAAAAAAAAAAA", "short", "%00", "'".repeat(12)]) {
    expect(await follow(link(unknown))).toMatchObject(ends);
  }
  const another = await insertProduct(env.DB, (await insertPerson(env.DB)).uid);
  expect(await follow(`/r/${code}/${another}`)).toMatchObject(ends);
  for (const state of ["applied", "ended", "left", "refused", "declined"]) {
    await changeRow(env.DB, "affiliates", { code }, { state });
    expect(await follow(link())).toMatchObject(ends);
  }
  await changeRow(env.DB, "affiliates", { code }, { state: "active" });
  await payAffiliates(env.DB, productId, { bps: null });
  expect(await follow(link())).toMatchObject(ends);
  expect(await follow(`/r/${code}/no-such-product`)).toMatchObject({ status: 302, to: "/" });
});

describe("the page cache", () => {
  const path = () => `/acheter/${productId}`;
  const cookieOf = async () => `ref=${(await follow(link())).value}`;

  // spec: affiliate.page, page.cache
  test("is left out for a browser that somebody sent to this product", async () => {
    const site = newCachedSite();
    const clean = withoutNonce(await site.ask(path()));
    const Cookie = await cookieOf();
    expect((await site.ask(path())).statements).toBe(0);
    // `tests/fault/affiliates` reads what it says, with wallets on a chain.
    const own = await site.ask(path(), { headers: { Cookie } });
    expect(own.statements).toBeGreaterThan(0);
    expect(withoutNonce(await site.ask(path()))).toEqual(clean);
  });

  // spec: affiliate.page, page.cache
  test("answers a browser that was sent to another product, or whose recommendation is over", async () => {
    const site = newCachedSite();
    const Cookie = await cookieOf();
    const { uid } = await insertPerson(env.DB);
    const other = await insertProduct(env.DB, uid);
    const clean = withoutNonce(await site.ask(`/acheter/${other}`));
    const asked = await site.ask(`/acheter/${other}`, { headers: { Cookie } });
    expect(withoutNonce(asked)).toEqual(clean);
    expect(asked.statements).toBe(0);
    for (const malformed of ["ref=", "ref=~~", `ref=${"a".repeat(2_000)}`]) {
      const answer = await site.ask(`/acheter/${other}`, { headers: { Cookie: malformed } });
      expect(answer.statements).toBe(0);
    }
    advanceClock(30 * 86_400_000);
    const late = newCachedSite();
    await late.ask(path());
    expect((await late.ask(path(), { headers: { Cookie } })).statements).toBe(0);
  });

  // spec: affiliate.page
  test("a product that pays nobody costs no query more, whatever the cookie says", async () => {
    const Cookie = await cookieOf();
    const site = newCachedSite({ pageCache: "off" });
    await payAffiliates(env.DB, productId, { bps: null });
    await site.ask(path());
    const { statements } = await site.ask(path());
    expect((await site.ask(path(), { headers: { Cookie } })).statements).toBe(statements);
  });
});
