import { env, SELF } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { MAX_FAVOURITES } from "../../../app/shop/rules/favourites";
import { readFavourites } from "../../../app/shop/use-cases/favourites";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { userCountsIn } from "../../../db/accounts/users";
import { openDb } from "../../../db/client";
import { favouritesIn } from "../../../db/shop/favourites";
import { ABOVE_ACCOUNTS } from "../../../workers/claimed-rows";
import { insertProduct, type ProductTraits } from "../../support/factories/product";
import { changeRow, insertion } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";

const db = openDb(env.DB);
const favourites = favouritesIn(db);

let seller: Seller;
let me: Seller;
beforeEach(async () => {
  [seller, me] = [await newSeller(), await newSeller()];
});

const list = (traits: ProductTraits = {}) => insertProduct(env.DB, seller.uid, traits);
const all = () => readFavourites(me.uid, { favourites });
const rows = (uid: string) =>
  env.DB.prepare("SELECT count(*) AS count FROM favourites WHERE uid = ?")
    .bind(uid)
    .first<number>("count");

async function change(body: object, who = me) {
  const response = await who.call("/api/favourites", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json<Record<string, unknown>>() };
}

/** Favourites of products on sale that exist in the database. */
async function fill(uid: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  for (const id of ids) await list({ id });
  await env.DB.batch(
    ids.map((id, at) => insertion(env.DB, "favourites", { uid, product_id: id, added_at: at + 1 })),
  );
  return ids.reverse();
}

describe("POST /api/favourites", () => {
  // spec: transition.favourite.toggle, field.user.favs, call.read.user, call.write.favs
  test("adds, removes and clears, and answers the whole list, the last added first", async () => {
    const [first, second] = [await list(), await list()];
    expect((await change({ intent: "add", productId: first })).body).toEqual({
      favourites: [first],
    });
    // Another tab changed the list meanwhile.
    await favourites.add({ uid: me.uid, productId: second }, Date.now() + 1);
    expect((await change({ intent: "add", productId: first })).body).toEqual({
      favourites: [second, first],
    });
    const removed = await change({ intent: "remove", productId: second });
    expect(removed).toEqual({ status: 200, body: { favourites: [first] } });
    expect((await change({ intent: "remove", productId: second })).status).toBe(200);
    expect((await change({ intent: "clear" })).body).toEqual({ favourites: [] });
    expect(await rows(me.uid)).toBe(0);
  });

  test.each([
    ["disabled", 409, "inactive"],
    ["draft", 404, "not_found"],
    [null, 404, "not_found"],
  ] as const)("refuses a product that is %s", async (status, code, error) => {
    const productId = status ? await list({ status }) : "nothing";
    const answer = await change({ intent: "add", productId });
    expect(answer).toMatchObject({ status: code, body: { error: { code: error } } });
    expect(await rows(me.uid)).toBe(0);
  });

  test.each([
    {},
    { intent: "add" },
    { intent: "add", productId: "" },
    { intent: "add", productId: "x".repeat(65) },
    { intent: "merge", productIds: "a" },
    { intent: "drop" },
  ])("refuses %j", async (body) => {
    expect((await change(body)).status).toBe(422);
  });

  test("answers 401 to a visitor", async () => {
    const response = await SELF.fetch(`${ORIGIN}/api/favourites`, {
      method: "POST",
      headers: { Origin: ORIGIN, "Content-Type": "application/json" },
      body: JSON.stringify({ intent: "clear" }),
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: "signed_out" } });
  });

  // spec: limit.saves
  test("limits the requests of an account", async () => {
    const answers = await Promise.all(
      Array.from({ length: 121 }, () => change({ intent: "remove", productId: "x" })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1);
  });
});

describe("the limit of an account", () => {
  test("holds for concurrent additions", async () => {
    await fill(me.uid, MAX_FAVOURITES - 3);
    const ids = await Promise.all(Array.from({ length: 8 }, () => list()));
    const answers = await Promise.all(ids.map((productId) => change({ intent: "add", productId })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body).toEqual({
      error: {
        code: "conflict",
        message: "This account has 500 favorites, the most it can keep. Remove some first.",
      },
    });
    expect(await rows(me.uid)).toBe(MAX_FAVOURITES);
  });

  test("counts products off sale only while there is room", async () => {
    const [last = ""] = await fill(me.uid, MAX_FAVOURITES);
    const productId = await list();
    expect((await change({ intent: "add", productId })).status).toBe(409);
    await changeRow(env.DB, "products", { id: last }, { status: "disabled" });
    expect((await change({ intent: "add", productId })).status).toBe(200);
    expect(await rows(me.uid)).toBe(MAX_FAVOURITES);
  });
});

describe("a merge at sign-in", () => {
  // spec: transition.favourite.merge
  test("adds what is on sale in the order of the browser", async () => {
    const [kept, first, second] = [await list(), await list(), await list()];
    const hidden = await list({ status: "disabled" });
    await favourites.add({ uid: me.uid, productId: kept }, 1);
    const productIds = [second, "gone", hidden, kept, first, "not an id", second];
    const answer = await change({ intent: "merge", productIds });
    expect(answer.body).toEqual({ favourites: [second, first, kept] });
    expect((await change({ intent: "merge", productIds })).body).toEqual(answer.body);
  });

  // spec: catalogue.favourites
  test("leaves out what does not fit", async () => {
    await fill(me.uid, MAX_FAVOURITES - 1);
    const [first, second] = [await list(), await list()];
    const merged = await favourites.merge(me.uid, [first, second], Date.now());
    expect(merged[0]).toBe(first);
    expect(merged).toHaveLength(MAX_FAVOURITES);
  });
});

describe("a form without script", () => {
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}, who = me) =>
    who.call("/api/favourites", {
      method: "POST",
      headers: { Accept: "text/html,*/*;q=0.8", ...headers },
      body: new URLSearchParams(fields),
    });
  const seen = ({ status, headers }: Response) => [status, headers.get("Location")];

  test("returns to its page", async () => {
    const productId = await list();
    expect(seen(await post({ intent: "add", productId }))).toEqual([302, "/shop"]);
    expect(await all()).toEqual([productId]);
    const referrer = { Referer: `${ORIGIN}/shop?page=3` };
    expect(seen(await post({ intent: "clear" }, referrer))).toEqual([302, "/shop?page=3"]);
    const foreign = { Referer: "https://example.com/shop?page=3" };
    expect(seen(await post({ intent: "clear" }, foreign))).toEqual([302, "/shop"]);
  });

  test("shows a refusal on its page", async () => {
    const answer = await post({ intent: "add", productId: "nothing" });
    expect(seen(answer)).toEqual([302, "/shop"]);
    expect(answer.headers.get("Set-Cookie")).toContain("flash=favouritesFailed");
  });

  test("leads to sign-in without a session", async () => {
    const headers = { Cookie: "locale=en", Referer: `${ORIGIN}/shop?category=2` };
    const answer = await post({ intent: "clear" }, headers);
    expect(seen(answer)).toEqual([302, `/login?to=${encodeURIComponent("/shop?category=2")}`]);
  });
});

describe("GET /shop/cards", () => {
  async function cards(search: string) {
    const response = await SELF.fetch(`${ORIGIN}/shop/cards?${search}`);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    return response.json<{
      cards: { id: string; isTop: boolean }[];
      count: number;
      pages: number;
      hasNext: boolean;
      missing: string[];
    }>();
  }

  // spec: json.cards
  test("answers the cards of a list under the filters of the shop", async () => {
    const cheap = await list({ title: "Élan cheap", categoryId: 2, price: 1_000_000 });
    const dear = await list({ title: "Dear", description: "an elan", categoryId: 2, sold: 9e8 });
    const other = await list({ title: "Other", categoryId: 3 });
    const hidden = await list({ status: "disabled" });
    const ids = [cheap, dear, other, hidden, "gone", "b%20ad"].join();

    const found = await cards(`ids=${ids}&category=2&q=ELAN&sort=price-desc`);
    expect(found.cards.map(({ id }) => id)).toEqual([dear, cheap]);
    expect(found.cards.map(({ isTop }) => isTop)).toEqual([true, false]);
    expect(found).toMatchObject({ count: 2, isExact: true, pages: 1, hasNext: false });
    expect(found.missing).toEqual([hidden, "gone"]);
    const newest = await cards(`ids=${ids}`);
    expect(newest.cards.map(({ id }) => id)).toEqual([other, dear, cheap]);
    expect(await cards("")).toMatchObject({ cards: [], count: 0, pages: 1, missing: [] });
  });

  test("has pages of 16 and reads at most 200 ids", async () => {
    const ids = await fill(me.uid, 201);
    const first = await cards(`ids=${ids}`);
    expect(first).toMatchObject({ count: 200, pages: 13, hasNext: true, missing: [] });
    expect(first.cards).toHaveLength(16);
    const last = await cards(`ids=${ids}&page=99`);
    expect(last.cards.map(({ id }) => id)).toEqual(ids.slice(192, 200));
    expect(last.hasNext).toBe(false);
  });
});

describe("products and accounts that end", () => {
  // spec: screen.profile-counts
  test("leave the list and the number on the profile", async () => {
    const [kept, disabled, removed] = [await list(), await list(), await list()];
    for (const productId of [kept, disabled, removed]) {
      await favourites.add({ uid: me.uid, productId }, 1);
    }
    const counts = userCountsIn(db, ABOVE_ACCOUNTS);
    expect((await counts.of(me.uid)).favourites).toBe(3);
    await changeRow(env.DB, "products", { id: disabled }, { status: "disabled" });
    await env.DB.prepare("DELETE FROM products WHERE id = ?").bind(removed).run();
    expect(await all()).toEqual([kept]);
    expect((await counts.of(me.uid)).favourites).toBe(1);
    // A product that is on sale again is back.
    await changeRow(env.DB, "products", { id: disabled }, { status: "active" });
    expect(await all()).toEqual([disabled, kept]);
    // The next addition removes the row of the product that is gone.
    await favourites.add({ uid: me.uid, productId: kept }, 2);
    expect(await rows(me.uid)).toBe(2);
  });

  test("a merge of accounts moves favourites within the limit", async () => {
    const to = await newSeller();
    const mine = await fill(me.uid, 4);
    await fill(to.uid, MAX_FAVOURITES - 2);
    const accounts = { from: me.uid, to: to.uid, wallet: me.wallet };
    expect(await createAccountLifecycle(db, ABOVE_ACCOUNTS).merge(accounts, Date.now())).toBe(true);
    expect(await rows(to.uid)).toBe(MAX_FAVOURITES);
    expect(await rows(me.uid)).toBe(0);
    const moved = await favourites.ofAccount(to.uid);
    expect(mine.map((id) => moved.includes(id))).toEqual([true, true, false, false]);
  });

  test("a deleted account gets no favourites, also by a request under way", async () => {
    const productId = await list();
    await favourites.add({ uid: me.uid, productId }, 1);
    expect(
      await createAccountLifecycle(db, ABOVE_ACCOUNTS).remove(me.uid, crypto.randomUUID(), 2),
    ).toBe(true);
    expect(await favourites.add({ uid: me.uid, productId }, 3)).toEqual([]);
    expect(await favourites.merge(me.uid, [productId], 3)).toEqual([]);
    expect(await rows(me.uid)).toBe(0);
  });
});
