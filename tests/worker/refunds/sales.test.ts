import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { insertProduct } from "../../support/factories/product";
import { insertManySales } from "../../support/many-sales";
import { newSeller, type Seller } from "../../support/seller";

const DAY_MS = 86_400_000;
const NOW = Date.now();
/** Start of the day, UTC. */
const TODAY = Math.floor(NOW / DAY_MS) * DAY_MS;
/** 23:30 UTC of yesterday: another day in Europe. */
const LATE = TODAY - 30 * 60_000;

let seller: Seller;
let other: Seller;
beforeAll(async () => {
  [seller, other] = [await newSeller(), await newSeller()];
  for (const [who, productId, count, from, everyMs] of [
    // One at noon of each day before today.
    [seller, "many", 120, TODAY - 119.5 * DAY_MS, DAY_MS],
    [seller, "late", 1, LATE, 0],
    [seller, "old", 1, NOW - 800 * DAY_MS, 0],
    [other, "foreign", 1, NOW, 0],
  ] as const) {
    await insertProduct(env.DB, who.uid, { id: productId, title: `The ${productId}` });
    await insertManySales(env.DB, { ownerUid: who.uid, productId, count, from, everyMs });
  }
});

interface Shown {
  orders: string[];
  /** The days of headings. */
  days: string[];
  next: string | null;
  page: string;
}

async function list(search = "", tz?: string): Promise<Shown> {
  const cookie = `${seller.cookie}; locale=en${tz === undefined ? "" : `; tz=${tz}`}`;
  const answer = await seller.call(`/dashboard/sales${search}`, { headers: { Cookie: cookie } });
  expect(answer.status).toBe(200);
  const page = await answer.text();
  const all = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, found = ""]) => found);
  return {
    orders: all(/data-order="([^"]+)"/g),
    days: all(/<time dateTime="([\d-]{10})"/gi),
    next:
      all(/href="([^"]*before=[^"]*)"[^>]*>Older payments/g)[0]?.replaceAll("&amp;", "&") ?? null,
    page,
  };
}

const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);

// spec: call.read.sales
// spec: refund.sales-list
test("pages list every sale of the seller once, newest first", async () => {
  const seen: string[] = [];
  let search: string | null = "";
  while (search !== null && seen.length < 200) {
    const { orders, next } = await list(search);
    expect(orders.length).toBeLessThanOrEqual(50);
    seen.push(...orders);
    search = next && new URL(next, "http://localhost").search;
  }
  expect(seen).toHaveLength(122);
  expect(new Set(seen).size).toBe(122);
  expect(seen[0]).toBe("late:0");
  expect(seen.at(-1)).toBe("old:0");
  expect(seen.join()).not.toContain("foreign");
});

// spec: money.net
test("what the buyer paid and what the seller received stand apart; a receipt is another word", async () => {
  for (const [locale, paid, received, amounts] of [
    ["en", "Price paid", "You received", ["0.000001", "0.00000099"]],
    ["fr", "Prix payé", "Vous avez reçu", ["0,000001", "0,00000099"]],
  ] as const) {
    const headers = { Cookie: `${seller.cookie}; locale=${locale}` };
    const page = await (await seller.call("/dashboard/sales?product=old", { headers })).text();
    const row = /<tr data-order="old:0".*?<\/tr>/s.exec(page)?.[0] ?? "";
    const cell = (name: string) =>
      new RegExp(`data-label="${name}"[^>]*>(?:<span[^>]*>)+([\\d.,]+)`).exec(row)?.[1];
    expect([cell(paid), cell(received)]).toEqual(amounts);
    expect(row.match(/reçu/gi)).toEqual(locale === "fr" ? ["reçu", "reçu", "reçu"] : null);
    expect(row).not.toContain(">Reçu<");
  }
});

// spec: refund.sales-list
test("product and period filter the list, and its next page", async () => {
  const few = await list("?product=old&period=all");
  expect([few.orders, few.next]).toEqual([["old:0"], null]);
  expect((await list("?product=old&period=12-months")).page).toContain(
    "No sales match these choices.",
  );
  const first = await list("?product=many&period=12-months");
  expect(first.next).toContain("product=many");
  expect(first.next).toContain("period=12-months");
  expect(first.page).toMatch(/<option value="many" selected/);
  expect(first.page).toMatch(/<option value="12-months" selected/);
  const second = await list(new URL(first.next ?? "", "http://localhost").search);
  expect(second.orders).toHaveLength(50);
  expect(second.orders.every((id) => id.startsWith("many:"))).toBe(true);
  expect((await list("?period=30-days")).orders).toHaveLength(30);
});

test("a product of another seller, or none, is no filter", async () => {
  for (const product of ["foreign", "", "x".repeat(5_000), "%00", "' OR 1=1 --"]) {
    const { orders, page } = await list(`?product=${encodeURIComponent(product)}`);
    expect(orders).toHaveLength(50);
    expect(page).not.toContain("The foreign");
  }
});

describe("days are the visitor's", () => {
  test("by the cookie of the time zone", async () => {
    const { days, page } = await list("?product=late", "Europe/Zurich");
    expect(days).toEqual([isoDay(LATE + DAY_MS)]);
    expect(page).toContain("Days and times: Europe/Zurich");
    expect((await list("?product=late", "America/New_York")).days).toEqual([isoDay(LATE)]);
  });

  test.each([
    undefined,
    "",
    "Mars/Olympus",
    "a".repeat(70),
    "Europe/Zurich/x/y/z",
    "../../etc",
    "<script>",
    "%E0%A4%A",
    "__proto__",
  ])("in UTC with the cookie %j", async (tz) => {
    const { days, page } = await list("?product=late", tz);
    expect(days).toEqual([isoDay(LATE)]);
    expect(page).toContain("Days and times: UTC");
  });
});

test.each(["1e9", "NaN", "all'", "constructor", "-1", "a".repeat(70), "%FF"])(
  "the period %s is all time",
  async (period) => {
    expect((await list(`?product=old&period=${period}`)).orders).toEqual(["old:0"]);
  },
);

test.each(["x", "1.2", "1..", "99999999999999999.a.b", "-1.a.b", "1.a.b", "%00.%00.%00"])(
  "the cursor %s is no error",
  async (before) => {
    await list(`?before=${before}`);
  },
);
