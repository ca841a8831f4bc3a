import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { MAX_AGE_MS } from "../../../app/http/page-cache/page-cache";
import { MAX_HOSTS_OF_DAY, MAX_SOURCE_NAMES } from "../../../app/products/rules/sources";
import { VIEW_WRITE_INTERVAL_MS } from "../../../app/products/use-cases/view-counter";
import { openDb } from "../../../db/client";
import { productViewsIn, type SourceViews } from "../../../db/products/product-views";
import { sourceNamesIn } from "../../../db/products/sources";
import { type CachedSite, newCachedSite, withoutNonce } from "../../support/cached-site";
import { meter } from "../../support/d1-meter";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { advanceClock, stopClock } from "../../support/worker-clock";

stopClock();

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0 Safari/537.36";
const DAY = 20_000;

const db = openDb(env.DB);
const views = productViewsIn(db);
const names = sourceNamesIn(db);

let uid: string;
let productId: string;
beforeAll(async () => {
  uid = (await insertPerson(env.DB)).uid;
  productId = await insertProduct(env.DB, uid);
});

interface Row {
  source: string;
  views: number;
  sales: number;
}

async function rowsOf(id: string): Promise<Row[]> {
  const read = `SELECT source, sum(views) AS views, sum(sales) AS sales FROM source_days
    WHERE product_id = ? GROUP BY source ORDER BY views DESC, source`;
  return (await env.DB.prepare(read).bind(id).all<Row & Record<string, unknown>>()).results;
}

async function viewsBySource(id: string): Promise<Record<string, number>> {
  return Object.fromEntries((await rowsOf(id)).map((row) => [row.source, row.views]));
}

async function allViews(id: string): Promise<number> {
  const row = await env.DB.prepare(
    "SELECT sum(views) AS views FROM product_views WHERE product_id = ?",
  )
    .bind(id)
    .first<{ views: number | null }>();
  return row?.views ?? 0;
}

function add(id: string, sources: SourceViews[], day = DAY): Promise<void> {
  const sum = sources.reduce((total, one) => total + one.views, 0);
  return views.add([{ productId: id, day, views: sum, sources }]);
}

const host = (at: number, count = 1) => ({
  name: null,
  from: `host-${at}.example`,
  views: count,
});

describe("the sums of a day", () => {
  // spec: seller.sources
  test("a name counts where the seller has made it, else what the referrer says", async () => {
    const [owner, other] = [(await insertPerson(env.DB)).uid, (await insertPerson(env.DB)).uid];
    const id = await insertProduct(env.DB, owner);
    await names.add(owner, "letter", 1);
    await names.add(other, "theirs", 1);
    const sources = [
      { name: "letter", from: "direct", views: 2 },
      { name: "letter", from: "example.com", views: 3 },
      { name: "theirs", from: "example.com", views: 5 },
      { name: "made-up", from: "direct", views: 7 },
      { name: null, from: "shop", views: 11 },
    ];
    await add(id, sources);
    await names.remove(owner, "letter");
    await add(id, [{ name: "letter", from: "direct", views: 13 }]);
    expect(await viewsBySource(id)).toEqual({
      "src:letter": 5,
      "example.com": 5,
      direct: 20,
      shop: 11,
    });
    expect(await allViews(id)).toBe(41);
  });

  // spec: seller.sources
  test("have so many hosts, those with most views first, and the rest is other", async () => {
    const owner = (await insertPerson(env.DB)).uid;
    const id = await insertProduct(env.DB, owner);
    await names.add(owner, "letter", 1);
    await add(id, [host(1_000, 2), { name: null, from: "direct", views: 1 }]);
    await add(id, [...Array.from({ length: 99 }, (_, at) => host(at)), host(500, 9)]);
    const flooded = await viewsBySource(id);
    expect(flooded).toMatchObject({ direct: 1, "host-1000.example": 2, "host-500.example": 9 });
    expect(Object.keys(flooded)).toHaveLength(MAX_HOSTS_OF_DAY + 2);
    expect(flooded.other).toBe(100 - (MAX_HOSTS_OF_DAY - 1));
    await add(id, [host(2_000, 50), host(500), { name: "letter", from: "direct", views: 1 }]);
    expect(await viewsBySource(id)).toEqual({
      ...flooded,
      "host-500.example": 10,
      "src:letter": 1,
      other: (flooded.other ?? 0) + 50,
    });
    // Another day has room of its own.
    await add(id, [host(2_000, 50)], DAY + 1);
    expect(await viewsBySource(id)).toMatchObject({ "host-2000.example": 50 });
    expect(await allViews(id)).toBe(Object.values(await viewsBySource(id)).reduce((a, b) => a + b));
  });

  test("of many products are written by one batch, and an unknown product has none", async () => {
    const owner = (await insertPerson(env.DB)).uid;
    const ids: string[] = [];
    for (let at = 0; at < 20; at += 1) ids.push(await insertProduct(env.DB, owner));
    const sources = Array.from({ length: 30 }, (_, at) => host(at));
    await views.add(
      [...ids, "unknown"].map((one) => ({ productId: one, day: DAY, views: 30, sources })),
    );
    for (const id of ids) {
      expect((await rowsOf(id)).map((row) => row.views).sort((a, b) => b - a)).toEqual([
        10,
        ...Array.from({ length: 20 }, () => 1),
      ]);
    }
    expect(await rowsOf("unknown")).toEqual([]);
  });

  test("cost one row for each known source, and one with its index for a new one", async () => {
    const id = await insertProduct(env.DB, uid);
    const { db: metered, take } = meter(env.DB);
    const sources = [host(1), { name: null, from: "direct", views: 1 }];
    const written = async () => {
      await productViewsIn(openDb(metered)).add([{ productId: id, day: DAY, views: 2, sources }]);
      const { batches, written: rows } = take();
      return [batches, rows];
    };
    // The sum of the product with its two indexes, and two sources with one each; then the three sums.
    expect(await written()).toEqual([1, 3 + 2 * 2]);
    expect(await written()).toEqual([1, 1 + 2]);
  });
});

describe("names", () => {
  test("are so many for one seller, and each is there once", async () => {
    const owner = (await insertPerson(env.DB)).uid;
    expect([await names.add(owner, "a", 1), await names.add(owner, "a", 2)]).toEqual([true, false]);
    for (let at = 1; at < MAX_SOURCE_NAMES; at += 1) await names.add(owner, `n${at}`, 1);
    expect(await names.add(owner, "one-more", 1)).toBe(false);
    expect(await names.ofOwner(owner)).toHaveLength(MAX_SOURCE_NAMES);
    await names.remove(owner, "n1");
    expect(await names.add(owner, "one-more", 1)).toBe(true);
    expect(await names.add(uid, "a", 1)).toBe(true);
  });
});

describe("a view of a page", () => {
  let trigger: string;
  beforeAll(async () => {
    trigger = await insertProduct(env.DB, uid);
    await names.add(uid, "newsletter", 1);
  });

  /** Without a user agent, so that nothing waits for the write of a view. */
  const read = (site: CachedSite, path: string) =>
    site.ask(path, { headers: { Referer: "https://planted.example/planted" } });

  /** The first view after the interval writes all that are pending. */
  async function writePending(site: CachedSite): Promise<void> {
    const before = await allViews(trigger);
    await site.start(`/acheter/${trigger}`, { headers: { "User-Agent": BROWSER } });
    advanceClock(VIEW_WRITE_INTERVAL_MS);
    await site.start(`/acheter/${trigger}`, { headers: { "User-Agent": BROWSER } });
    await expect.poll(() => allViews(trigger)).toBe(before + 2);
  }

  const open = (site: CachedSite, id: string, search = "", referrer?: string) =>
    site
      .start(`/acheter/${id}${search}`, {
        headers: { "User-Agent": BROWSER, ...(referrer !== undefined && { Referer: referrer }) },
      })
      .then((response) => response.text());

  // spec: seller.sources, page.source
  test.each(["on", "off"] as const)("has its source, with the page cache %s", async (pageCache) => {
    const site = newCachedSite({ pageCache });
    const id = await insertProduct(env.DB, uid);
    const cases: [search: string, referrer: string | undefined, source: string][] = [
      ["", undefined, "direct"],
      ["?src=newsletter", undefined, "src:newsletter"],
      ["?src=Newsletter", "https://example.com/", "src:newsletter"],
      ["?ref=newsletter", "https://example.com/", "src:newsletter"],
      ["?src=newsletter&ref=x", undefined, "src:newsletter"],
      ["?src=made-up", "https://www.example.com/a?b", "example.com"],
      ["?src=", "https://EXAMPLE.org:8080", "example.org"],
      ["", `${site.origin}/shop`, "shop"],
      ["", "https://192.168.0.1/", "other"],
      ["", "https://localhost/", "other"],
      ["", "android-app://com.example.mail/", "other"],
      ["", "javascript:alert(1)", "other"],
      ["", "not an address", "other"],
      ["", `https://${"a".repeat(60)}.${"b".repeat(60)}.example/`, "other"],
      ["", "https://xn--bcher-kva.example/", "xn--bcher-kva.example"],
    ];
    for (const [search, referrer] of cases) await open(site, id, search, referrer);
    await writePending(site);
    const expected: Record<string, number> = {};
    for (const [, , source] of cases) expected[source] = (expected[source] ?? 0) + 1;
    expect(await viewsBySource(id)).toEqual(expected);
    expect(await allViews(id)).toBe(cases.length);
  });

  test("by a flood of made-up sources adds so many rows", async () => {
    const site = newCachedSite();
    const id = await insertProduct(env.DB, uid);
    await open(site, id, "?src=newsletter");
    for (let at = 0; at < 300; at += 1) {
      await open(site, id, `?src=flood-${at}`, `https://flood-${at}.example/`);
    }
    await writePending(site);
    const sums = await viewsBySource(id);
    expect(Object.keys(sums).length).toBeLessThanOrEqual(MAX_HOSTS_OF_DAY + 2);
    expect(sums["src:newsletter"]).toBe(1);
    expect(await allViews(id)).toBe(301);
  });

  // spec: page.source, page.cache
  test("is answered from one cached page, which does not say the source", async () => {
    const site = newCachedSite();
    const [plain, shop] = [`/acheter/${productId}`, "/shop"];
    const clean = withoutNonce(await site.ask(plain));
    const addresses = ["?src=planted", "?ref=planted", "?src", "?src=planted&ref=", "?src=%00"];
    for (const search of addresses) {
      const answer = await read(site, plain + search);
      expect([search, answer.statements]).toEqual([search, 0]);
      expect(withoutNonce(answer)).toEqual(clean);
      expect(answer.html).not.toContain("planted");
    }
    for (const path of [shop, "/shop?category=1", "/", "/accueil", `/sell/${uid}`, "/about"]) {
      const kept = withoutNonce(await site.ask(path));
      const answer = await site.ask(`${path}${path.includes("?") ? "&" : "?"}src=planted`);
      expect([path, answer.statements]).toEqual([path, 0]);
      expect(withoutNonce(answer)).toEqual(kept);
    }
    // The first request for a page may have a source.
    const other = newCachedSite({ origin: site.origin });
    advanceClock(MAX_AGE_MS);
    expect((await read(other, `${plain}?src=planted`)).html).not.toContain("planted");
    expect((await site.ask(plain)).html).not.toContain("planted");
  });

  // spec: page.source
  test("of a member does not say the source either", async () => {
    const site = newCachedSite();
    const { token } = await insertPerson(env.DB);
    const headers = { Cookie: `session=${token}` };
    for (const path of [`/acheter/${productId}`, "/shop", "/shop?category=1&lang=en", "/login"]) {
      const end = `${path.includes("?") ? "&" : "?"}src=planted&ref=planted`;
      const answer = await site.ask(path + end, { headers });
      expect([path, answer.status < 400, answer.html.includes("planted")]).toEqual([
        path,
        true,
        false,
      ]);
      expect(answer.headers.get("Location") ?? "").not.toContain("planted");
    }
  });
});
