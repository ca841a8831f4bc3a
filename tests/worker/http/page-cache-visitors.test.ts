import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { MAX_AGE_MS } from "../../../app/http/page-cache/page-cache";
import { VIEW_WRITE_INTERVAL_MS } from "../../../app/products/use-cases/view-counter";
import { type CachedSite, newCachedSite, withoutNonce } from "../../support/cached-site";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { advanceClock, stopClock } from "../../support/worker-clock";

stopClock();

const NAME = "Ada Planted";
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0 Safari/537.36";

let uid: string;
let session: string;
let productId: string;
beforeAll(async () => {
  const person = await insertPerson(env.DB, { name: NAME });
  uid = person.uid;
  session = `session=${person.token}`;
  const seller = await insertPerson(env.DB, { name: "Seller" });
  productId = await insertProduct(env.DB, seller.uid, { title: "Rain" });
});

const PATHS = () => ["/", "/shop", "/contact", `/acheter/${productId}`];

/** What a visitor without a cookie gets without the cache. */
async function rendered(site: CachedSite, path: string) {
  const rendering = newCachedSite({ pageCache: "off", origin: site.origin });
  return withoutNonce(await rendering.ask(path));
}

describe("what is for one browser is neither kept nor answered from what is kept", () => {
  const bookmark = "00000001-00000002-00000003-0123456789abcdef0123456789abcdef";
  const cases: [string, () => [cookie: string, trace: RegExp]][] = [
    ["a session", () => [session, /action="\/logout"/]],
    ["a flash", () => ["flash=nameSaved", /role="status"|"nameSaved\\?"|Nom/]],
    ["a flash of the contact form", () => ["flash=messageSent", /./]],
    ["a bookmark", () => [`bookmark=${bookmark}`, /./]],
    ["recovery codes", () => ["shown-codes=abc", /./]],
    ["a Google sign-in", () => ["google=abc", /./]],
  ];

  test.each(cases)("%s", async (name, planted) => {
    const [cookie, trace] = planted();
    for (const path of PATHS()) {
      // Planted in an empty cache, and asked for in a full one.
      const site = newCachedSite();
      const first = await site.ask(path, { headers: { Cookie: cookie } });
      expect(first.html).toMatch(trace);
      const clean = withoutNonce(await site.ask(path));
      expect(clean).toEqual(await rendered(site, path));
      expect(clean.html).not.toContain(NAME);
      expect(clean.headers).not.toHaveProperty("set-cookie");
      const again = await site.ask(path, { headers: { Cookie: cookie } });
      expect([name, path, withoutNonce(again)]).toEqual([name, path, withoutNonce(first)]);
      expect(again.headers.getSetCookie()).toEqual(first.headers.getSetCookie());
      expect(withoutNonce(await site.ask(path))).toEqual(clean);
    }
  });

  // spec: page.cache
  test("a name is on no page but the member's", async () => {
    const site = newCachedSite();
    await insertProduct(env.DB, uid);
    const asked = { headers: { Cookie: session } };
    expect((await site.ask("/profil", asked)).html).toContain(NAME);
    expect((await site.ask("/profil")).status).toBe(302);
    expect((await site.ask(`/acheter/${productId}`)).html).not.toContain(NAME);
  });

  test("search, bounds, favourites and a chosen language are rendered, and keep no trace", async () => {
    const site = newCachedSite();
    const clean = await rendered(site, "/shop");
    const searches = ["q=planted", "min=1", "max=2", "favs=1", "lang=en", "product=planted"];
    const cursors = ["after=planted", "before=planted", "page=11"];
    for (const search of [...searches, ...cursors]) {
      for (const path of ["/shop", "/"]) {
        const answers = [await site.ask(`${path}?${search}`), await site.ask(`${path}?${search}`)];
        // The favourites of a visitor are in the browser.
        const reads = path === "/shop" && search !== "favs=1";
        if (reads && answers[1]?.status === 200) {
          expect([search, answers[1].statements > 0]).toEqual([search, true]);
        }
      }
    }
    expect(withoutNonce(await site.ask("/shop"))).toEqual(clean);
    // The language of an address is stored by a cookie, each time.
    const chosen = [await site.ask("/?lang=en"), await site.ask("/?lang=en")];
    expect(chosen.map(({ headers }) => headers.getSetCookie().length)).toEqual([1, 1]);
  });
});

describe("hostile requests", () => {
  const headers: Record<string, string>[] = [
    { Host: "evil.example", "X-Forwarded-Host": "evil.example", Forwarded: "host=evil.example" },
    { "X-Original-URL": "/evil", "X-Rewrite-URL": "/evil", "X-Forwarded-Proto": "gopher" },
    { "X-HTTP-Method-Override": "POST", "X-Method-Override": "DELETE" },
    { Origin: "https://evil.example", Referer: "https://evil.example/?evil" },
    { Accept: "application/json", "Content-Type": "evil/evil" },
    { "Accept-Language": "fr-<script>evil", "Accept-Encoding": "evil" },
    { "User-Agent": "evil<script> bot", "CF-Connecting-IP": "evil", "CF-IPCountry": "evil" },
    { Cookie: 'theme=evil"><script>; locale=evil; tz=Evil/Zone; langhint=evil' },
    { Cookie: "theme=EVIL; locale=ev; session=evil; flash=evil!; =; ;;" },
    { Range: "bytes=0-3", "If-None-Match": "*", "If-Modified-Since": new Date(0).toUTCString() },
    { Authorization: "Basic ZXZpbA==", "X-Remix-Revalidate": "evil", Purpose: "prefetch" },
    { "Cache-Control": "no-cache, only-if-cached", Pragma: "evil" },
  ];

  test.each(headers)("with headers %j", async (planted) => {
    const site = newCachedSite();
    for (const path of PATHS()) {
      const clean = await rendered(site, path);
      // `locale=ev` is a choice, which hides the offer of English as French would.
      const hostile = withoutNonce(await site.ask(path, { headers: planted }));
      expect(hostile.html).not.toMatch(/evil/i);
      expect(JSON.stringify(hostile.headers)).not.toMatch(/evil/i);
      expect(withoutNonce(await site.ask(path))).toEqual(clean);
    }
  });

  test("an upgrade and a prefetch get their own answers", async () => {
    const site = newCachedSite();
    await site.ask("/shop");
    const upgrade = await site.ask("/shop", { headers: { Upgrade: "websocket" } });
    expect(upgrade.status).toBe(403);
    const prefetch = await site.ask("/shop", { headers: { "Sec-Purpose": "prefetch" } });
    expect(prefetch.headers.get("Cache-Control")).toBe("private, max-age=10");
    expect((await site.ask("/shop")).headers.get("Cache-Control")).toBe("private, no-store");
  });

  const addresses = [
    ...["//shop", "/shop/", "/SHOP", "/%73hop", "/shop?", "/shop;evil", "/shop%00", "/./shop"],
    ...[
      "/shop?category=01",
      "/shop?category=%31",
      "/shop?category=1&category=2",
      "/shop?CATEGORY=1",
    ],
    ...["/shop?sort=price-asc&category=1", "/shop?category=1&evil=1", "/shop?category=1&page=1"],
    ...["/shop?page=02", "/shop?page=%EF%BC%92", "/shop?page=2.0", "/shop?sort=recent"],
    ...["/shop?view=grid", "/shop?category=1&subcategory=999999", "/shop?type=EVIL", "/?evil"],
    ...["/shop?category=1+", "/shop?category=+1", "/shop?category=1%20", "/shop?category=1e0"],
    ...["/cgu?evil", "/cgu/", "/cgu/../cgu", "/cgu.data", "/_root.data", "/shop.data?category=1"],
    ...["/acheter/:id?evil", "/acheter/:id/", "/Acheter/:id", "/acheter/%3Aid", "/acheter//:id"],
    `/shop?${"category=1&".repeat(2_000)}`,
  ];

  test("addresses in other forms are rendered, and change nothing", async () => {
    const site = newCachedSite();
    const kept = [...PATHS(), "/cgu", "/shop?category=1"];
    const clean = new Map<string, unknown>();
    for (const path of kept) clean.set(path, await rendered(site, path));
    for (const address of addresses) {
      const path = address.replace(":id", productId);
      const [first, second] = [await site.ask(path), await site.ask(path)];
      expect([path, first.status < 500]).toEqual([path, true]);
      // What reads the database reads it each time, but for a query that changes no price.
      const isKept = ["/./shop", "/cgu/../cgu", `/acheter/${productId}?evil`].includes(path);
      if (!isKept) expect([path, second.statements]).toEqual([path, first.statements]);
    }
    for (const path of kept) {
      expect([path, withoutNonce(await site.ask(path))]).toEqual([path, clean.get(path)]);
    }
  });

  test.each(["HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"])("by %s", async (method) => {
    const site = newCachedSite();
    for (const path of PATHS()) {
      const clean = await rendered(site, path);
      const init = { method, headers: { Origin: site.origin } };
      const before = await site.ask(path, init);
      expect(withoutNonce(await site.ask(path))).toEqual(clean);
      const after = await site.ask(path, init);
      expect([after.status, after.html.length]).toEqual([before.status, before.html.length]);
      if (method === "HEAD") expect([after.status, after.html]).toEqual([200, ""]);
    }
  });

  test("no address reaches the second tier", async () => {
    const site = newCachedSite();
    await site.ask("/shop");
    const key = encodeURIComponent("fr system - - /shop");
    for (const path of [`/page-cache/1/x/${key}`, "/page-cache/", "/page-cache/1"]) {
      const { status, headers } = await site.ask(path);
      expect([path, status, headers.get("Location")]).toEqual([path, 302, "/"]);
    }
  });

  test("an unknown product or seller is not kept", async () => {
    const site = newCachedSite();
    const id = crypto.randomUUID();
    const seller = await insertPerson(env.DB);
    for (const path of [`/acheter/${id}`, `/sell/${seller.uid}`]) {
      expect((await site.ask(path)).status).toBe(404);
      expect((await site.ask(path)).statements).toBeGreaterThan(0);
    }
    await insertProduct(env.DB, seller.uid, { id, title: "Snow" });
    for (const path of [`/acheter/${id}`, `/sell/${seller.uid}`]) {
      expect((await site.ask(path)).html).toContain("Snow");
    }
  });

  test("a page that fails is not kept", async () => {
    const site = newCachedSite();
    await env.DB.prepare("ALTER TABLE products RENAME TO products_away").run();
    try {
      expect((await site.ask("/shop")).status).toBe(503);
    } finally {
      await env.DB.prepare("ALTER TABLE products_away RENAME TO products").run();
    }
    expect((await site.ask("/shop")).status).toBe(200);
  });
});

test("each answer to a person's browser is one view, and a renewal is none", async () => {
  const site = newCachedSite();
  const id = await insertProduct(env.DB, uid);
  const path = `/acheter/${id}`;
  const open = async (headers: Record<string, string> = { "User-Agent": BROWSER }) =>
    (await site.start(path, { headers })).text();
  const views = async () => {
    const query = "SELECT sum(views) AS views FROM product_views WHERE product_id = ?";
    const row = await env.DB.prepare(query).bind(id).first<{ views: number | null }>();
    return row?.views ?? 0;
  };
  await open();
  await open();
  await open({ "User-Agent": "Googlebot/2.1" });
  advanceClock(MAX_AGE_MS - 1);
  await open();
  advanceClock(VIEW_WRITE_INTERVAL_MS);
  await open();
  await expect.poll(views).toBe(4);
});
