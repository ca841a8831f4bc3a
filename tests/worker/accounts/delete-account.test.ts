import { env, SELF } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { purgeDiscardedImages } from "../../../app/products/use-cases/images";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { mediaIn } from "../../../db/products/media";
import { ABOVE_ACCOUNTS } from "../../../workers/claimed-rows";
import { r2FileStore } from "../../../workers/r2-file-store";
import { columnsContaining, dumpTables } from "../../support/database-dump";
import { newDraft, saveDraft, sendFiles } from "../../support/drafts";
import { orderOf } from "../../support/factories/order";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { revenueOf } from "../../support/revenue";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import {
  addressOf,
  newChallenge,
  newEmail,
  newKeyPair,
  postJson,
  signChallenge,
  signInWithKeys,
  signUp,
  siteOf,
} from "../../support/sign-in";
import { openUpload, PNG, publish } from "../../support/upload";
import { advanceClock } from "../../support/worker-clock";
import { newOrder, newPayment, OPENED_AT } from "../../support/worker-orders";

const db = openDb(env.DB);
const accountLifecycle = createAccountLifecycle(db, ABOVE_ACCOUNTS);
const orders = ordersIn(db);
const site = siteOf(SELF);

let me: Seller;
let other: Seller;
beforeEach(async () => {
  [me, other] = [await newSeller(), await newSeller()];
});

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();
const first = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .first<Record<string, unknown>>();

async function buy(buyer: Seller, seller: Seller, productId: string) {
  const order = await newOrder({ productId, ownerUid: seller.uid, buyerUid: buyer.uid });
  expect(await orders.settle(order.id, newPayment(), OPENED_AT)).toBe("settled");
  return order;
}

const page = (who: Seller) => who.call("/profil/delete");
const ask = (who: Seller, fields: Record<string, string> = { word: "DELETE" }) =>
  who.call("/profil/delete", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
/** Requests of another session. */
const callWith =
  (cookie: string, locale = "en"): Seller["call"] =>
  (path, init) =>
    me.call(path, {
      ...init,
      headers: { ...init?.headers, Cookie: `${cookie}; locale=${locale}` },
    });
const cover = () => new File([PNG], "cover.png", { type: "image/png" });

describe("deletes", () => {
  // spec: identity.deletion
  test("all personal data in every table, and signs the browser out", async () => {
    const named = { display_name: "Zoé Quelqu'une", email: "zoe@example.com" };
    await changeRow(env.DB, "users", { uid: me.uid }, named);
    await run("INSERT INTO password_credentials VALUES (?, 'zoe@example.com', 'h', 1)", me.uid);
    await run("INSERT INTO google_identities VALUES ('i', 's-9', ?, 'zoe@example.com', 1)", me.uid);
    await run("INSERT INTO recovery_codes VALUES (?, 'c', 1, NULL)", me.uid);
    await run("INSERT INTO favourites VALUES (?, 'x', 1)", me.uid);
    await run("INSERT INTO followed_orders VALUES ('x', ?, 'a', 1)", me.uid);
    await run(
      "INSERT INTO sell_pages (uid, banner_key, updated_at) VALUES (?, 'files/b', 1)",
      me.uid,
    );
    await run("INSERT INTO sell_page_products VALUES (?, 'x', 1)", me.uid);
    await run(
      "INSERT INTO media (id, key, owner_uid, created_at) VALUES ('banner', 'files/b', ?, 1)",
      me.uid,
    );
    await env.FILES.put("files/b", "banner");
    const [sold, mine] = [await publish(me), await publish(other)];
    await buy(other, me, sold);
    const given = await buy(me, other, mine);
    const { signature } = (await orders.byId(given.id)) ?? {};
    await orders.rollBack(given.id, String(signature), OPENED_AT);
    await buy(me, other, mine);
    await newChallenge(site, "proof", me.cookie);
    expect((await me.call(`/purchases/${mine}/file`)).status).toBe(302);

    const answer = await ask(me);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
    const cookies = answer.headers.getSetCookie();
    expect(cookies.some((one) => /^session=; .*Max-Age=0/.test(one))).toBe(true);
    expect(cookies.some((one) => one.includes("accountDeleted"))).toBe(true);

    expect(await columnsContaining(me.uid)).toEqual(["users.uid"]);
    expect(await first("SELECT * FROM users WHERE uid = ?", me.uid)).toMatchObject({
      display_name: "",
      email: "",
      wallet: null,
      wallet_linked_at: null,
    });
    expect(await columnsContaining("zoe@example.com")).toEqual([]);
    expect(await columnsContaining("Quelqu")).toEqual([]);
    // Sales and their payout wallet are public on the chain and stay recorded.
    expect(await columnsContaining(me.wallet)).toEqual(["products.recipient"]);
    expect(await env.FILES.head("files/b")).toBeNull();
    expect((await page(me)).status).toBe(302);
    await expectLedgerConsistent(env);
  });

  test("unsold products with files and images, drafts, and unfinished uploads", async () => {
    const id = await publish(me, { cover: cover() });
    const draft = await openUpload(me, 10, { cover: cover() });
    const [typed, empty] = [await newDraft(me), await newDraft(me, { title: "Mine" })];
    await sendFiles(me, typed.productId, { "rain.wav": "rain" });
    expect((await saveDraft(me, typed, { cover: cover() })).status).toBe(200);
    const abandoned = await publish(me);
    const expired = await newOrder({ productId: abandoned, ownerUid: me.uid, buyerUid: other.uid });
    await orders.expire(expired.id, OPENED_AT);
    const before = await dumpTables();
    const paths = (before.files ?? []).filter((file) => file.owner_uid === me.uid);
    const covers = (before.products ?? []).filter((product) => product.owner_uid === me.uid);
    const keys = [
      ...paths.map((file) => String(file.storage_path)),
      ...covers.map((product) => String(product.cover_key)).filter(Boolean),
    ];
    expect(keys.length).toBe(7);
    expect((await ask(me)).status).toBe(302);
    const drafts = [draft.productId, typed.productId, empty.productId];
    for (const product of [id, ...drafts, abandoned]) {
      expect(await first("SELECT 1 FROM products WHERE id = ?", product)).toBeNull();
      expect(await first("SELECT 1 FROM files WHERE product_id = ?", product)).toBeNull();
    }
    for (const key of keys) expect([key, await env.FILES.head(key)]).toEqual([key, null]);
  });
});

describe("images of a deleted account", () => {
  const mediaOf = (productId: string) =>
    first("SELECT cover_media_id AS id, cover_key AS key FROM products WHERE id = ?", productId);
  const get = (id: unknown, cookie = "") =>
    SELF.fetch(`${ORIGIN}/media/${id}`, { headers: cookie ? { Cookie: cookie } : {} });

  test("of a product that was bought are for its buyers", async () => {
    const id = await publish(me, { cover: cover() });
    await buy(other, me, id);
    const { id: media } = (await mediaOf(id)) ?? {};
    const before = await get(media);
    expect(before.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    await before.arrayBuffer();

    expect((await ask(me)).status).toBe(302);
    const stranger = await newSeller();
    for (const cookie of ["", stranger.cookie, "session=x"]) {
      const answer = await get(media, cookie);
      expect([cookie, answer.status]).toEqual([cookie, 404]);
      expect(answer.headers.get("Cache-Control")).not.toContain("public");
    }
    const answer = await get(media, other.cookie);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(answer.headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
    expect(answer.headers.get("Vary")).toBe("Cookie");
    await answer.arrayBuffer();

    await changeRow(env.DB, "purchases", { product_id: id }, { revoked_at: 1 });
    expect((await get(media, other.cookie)).status).toBe(404);
    await changeRow(env.DB, "purchases", { product_id: id }, { revoked_at: null });
  });

  test("of a product that is being paid are for the person who pays", async () => {
    const id = await publish(me, { cover: cover() });
    await newOrder({ productId: id, ownerUid: me.uid, buyerUid: other.uid, createdAt: Date.now() });
    expect((await ask(me)).status).toBe(302);
    const { id: media } = (await mediaOf(id)) ?? {};
    expect((await get(media, other.cookie)).status).toBe(200);
    expect((await get(media)).status).toBe(404);
  });

  test("of the page and of unsold products are removed, by the cron where they are many", async () => {
    const unsold = await mediaOf(await publish(me, { cover: cover() }));
    const logos = Array.from({ length: 120 }, (_, at) => `logo-${me.uid}-${at}`);
    await env.DB.batch(
      logos.map((key) =>
        env.DB.prepare(
          "INSERT INTO media (id, key, content_type, owner_uid, created_at) VALUES (?1, ?1, 'image/png', ?2, 1)",
        ).bind(key, me.uid),
      ),
    );
    for (const key of logos) {
      await env.FILES.put(key, PNG, { httpMetadata: { contentType: "image/png" } });
    }
    expect((await get(logos[0])).status).toBe(200);
    expect((await ask(me)).status).toBe(302);
    // None is served, whether or not it is removed yet.
    for (const key of [unsold?.id, ...logos])
      expect((await get(key, other.cookie)).status).toBe(404);
    const left = () => first("SELECT count(*) AS count FROM media WHERE discarded_at IS NOT NULL");
    expect((await left())?.count).toBeGreaterThan(0);
    const files = r2FileStore(env.FILES);
    await purgeDiscardedImages({ files, media: mediaIn(db) });
    expect((await left())?.count).toBe(0);
    for (const key of [String(unsold?.key), ...logos]) expect(await env.FILES.head(key)).toBeNull();
  });
});

describe("keeps", () => {
  // spec: identity.deletion
  test("files of buyers; the product is disabled, its seller anonymous, the ledger consistent", async () => {
    const id = await publish(me, { cover: cover() });
    await buy(other, me, id);
    const { grossLamports } = await revenueOf(me.uid);
    expect((await ask(me)).status).toBe(302);

    const product = await first("SELECT * FROM products WHERE id = ?", id);
    expect(product?.status).toBe("disabled");
    expect(await env.FILES.head(String(product?.cover_key))).not.toBeNull();
    const link = await other.call(`/purchases/${id}/file`);
    const file = await other.call(new URL(link.headers.get("Location") ?? "").pathname);
    expect(await file.text()).toBe("the goods");
    expect((await other.call(`/acheter/${id}`)).status).toBe(200);
    const pseudonym = String(product?.owner_uid);
    expect((await revenueOf(pseudonym)).grossLamports).toBe(grossLamports);
    for (const uid of [me.uid, pseudonym]) {
      expect((await SELF.fetch(`${site.origin}/sell/${uid}`)).status).toBe(404);
    }
    await expectLedgerConsistent(env);
  });

  // spec: identity.deleted-products
  test("products for their buyers only: to others they do not exist", async () => {
    const id = await publish(me, { cover: cover() });
    await buy(other, me, id);
    const third = await newSeller();
    const paths = [`/acheter/${id}`, `/preview/${id}`];
    for (const path of paths) expect((await third.call(path)).status).toBe(200);
    expect((await ask(me)).status).toBe(302);
    for (const path of [...paths, `/api/actions/buy/${id}`]) {
      expect([path, (await third.call(path)).status]).toEqual([path, 404]);
      expect([path, (await SELF.fetch(site.origin + path)).status]).toEqual([path, 404]);
    }
    for (const path of paths) expect([path, (await other.call(path)).status]).toEqual([path, 200]);
    const product = await first("SELECT * FROM products WHERE id = ?", id);
    for (const path of [`/acheter/${id}`, "/purchases"]) {
      const html = await (await other.call(path)).text();
      expect(html).toContain("Field recordings");
      expect(html).toContain(`/media/${product?.cover_media_id}`);
    }
  });

  test("a product that is being paid: the buyer sees its page and gets the file", async () => {
    const id = await publish(me);
    const parties = { ownerUid: me.uid, buyerUid: other.uid };
    const open = await newOrder({ productId: id, ...parties, createdAt: Date.now() });
    expect((await ask(me)).status).toBe(302);
    expect((await other.call(`/acheter/${id}`)).status).toBe(200);
    expect(await orders.settle(open.id, newPayment(), OPENED_AT)).toBe("settled");
    expect((await other.call(`/purchases/${id}/file`)).status).toBe(302);
    await expectLedgerConsistent(env);
  });

  test("no own open order, and writes none that is being opened", async () => {
    const id = await publish(other);
    const open = await newOrder({ productId: id, ownerUid: other.uid, buyerUid: me.uid });
    expect((await ask(me)).status).toBe(302);
    expect((await orders.byId(open.id))?.status).toBe("expired");
    const late = orderOf({ productId: id, ownerUid: other.uid, buyerUid: me.uid });
    expect(await orders.insert(late, OPENED_AT)).toBe(false);
    const unsold = await publish(other);
    await changeRow(env.DB, "products", { id: unsold }, { status: "draft" });
    const forDraft = orderOf({ productId: unsold, ownerUid: other.uid, buyerUid: me.uid });
    expect(await orders.insert(forDraft, OPENED_AT)).toBe(false);
  });

  test("one deletion when requested twice at once", async () => {
    await buy(other, me, await publish(me));
    const outcomes = await Promise.all(
      ["one", "two", "three"].map((name) =>
        accountLifecycle.remove(me.uid, `${me.uid}-${name}`, OPENED_AT),
      ),
    );
    expect(outcomes.filter(Boolean).length).toBe(1);
    const once = await dumpTables();
    expect(await accountLifecycle.remove(me.uid, "four", OPENED_AT)).toBe(false);
    expect(await dumpTables()).toEqual(once);
    await expectLedgerConsistent(env);
  });
});

describe("is refused", () => {
  // spec: identity.deletion-refused
  test("while a payment of the account may land", async () => {
    const id = await publish(other);
    const parties = { ownerUid: other.uid, buyerUid: me.uid };
    const open = await newOrder({ productId: id, ...parties, status: "awaiting" });
    expect(await (await page(me)).text()).toContain("may be on its way");
    const before = await dumpTables();
    const refused = await ask(me);
    expect(refused.status).toBe(409);
    expect(await accountLifecycle.remove(me.uid, "pseudonym", OPENED_AT)).toBe(false);
    expect(await dumpTables()).toEqual(before);
    expect(await orders.settle(open.id, newPayment(), OPENED_AT)).toBe("settled");
    expect((await ask(me)).status).toBe(302);
  });

  // spec: identity.deletion-refused
  test("while payments are under review; accepted right after", async () => {
    const id = await publish(me);
    const undecided = await newOrder({ productId: id, ownerUid: me.uid, buyerUid: other.uid });
    await orders.review(undecided.id, "no_stock", newPayment(), OPENED_AT);
    const shown = await (await page(me)).text();
    expect(shown).toContain("1 payment waits for your decision");
    expect(shown).toContain("/dashboard/review");
    expect(shown).not.toContain('name="word"');
    expect((await ask(me)).status).toBe(409);
    expect(await accountLifecycle.remove(me.uid, "pseudonym", OPENED_AT)).toBe(false);
    await orders.settle(undecided.id, newPayment(), OPENED_AT);
    expect((await ask(me)).status).toBe(302);
    expect((await other.call(`/purchases/${id}/file`)).status).toBe(302);
  });

  test("without the confirmation word; without re-authentication", async () => {
    const wrong = await ask(me, { word: "delete me" });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain("Type the word DELETE to confirm.");
    advanceClock(11 * 60_000);
    for (const answer of [await page(me), await ask(me)]) {
      expect(answer.headers.get("Location")).toBe("/profil/confirm?to=%2Fprofil%2Fdelete");
    }
    expect(await first("SELECT deleted_at FROM users WHERE uid = ?", me.uid)).toEqual({
      deleted_at: null,
    });
    const visitor = await SELF.fetch(`${site.origin}/profil/delete`, { redirect: "manual" });
    expect(visitor.headers.get("Location")).toBe("/login?to=%2Fprofil%2Fdelete");
  });
});

describe("signing up again", () => {
  test("with the same e-mail creates a new account", async () => {
    const email = newEmail();
    const cookie = await signUp(site, email);
    const uidOf = async () =>
      (await first("SELECT uid FROM password_credentials WHERE email = ?", email))?.uid;
    const uid = String(await uidOf());
    expect((await ask({ ...me, call: callWith(cookie) })).status).toBe(302);
    expect(await uidOf()).toBeUndefined();
    await signUp(site, email);
    expect(await uidOf()).not.toBe(uid);
    expect(await uidOf()).toBeTruthy();
  });

  test("with the same wallet gives the same id without its data", async () => {
    const keys = newKeyPair();
    const cookie = await signInWithKeys(site, keys);
    const uid = String(
      (await first("SELECT uid FROM users WHERE wallet = ?", addressOf(keys)))?.uid,
    );
    const buyer = { ...me, uid };
    const [bought, sold] = [await publish(other), await publish(me)];
    await buy(buyer, other, bought);
    await changeRow(env.DB, "products", { id: sold }, { owner_uid: uid });
    await buy(other, buyer, sold);
    await changeRow(env.DB, "users", { uid }, { display_name: "Known" });
    const removed = await ask({ ...me, call: callWith(cookie, "fr") }, { word: "supprimer" });
    expect(removed.status).toBe(302);

    const proof = signChallenge(keys, await newChallenge(site));
    const again = await postJson(site, "/api/wallet/sign-in", proof);
    expect(await again.json()).toEqual({ uid });
    expect(await first("SELECT * FROM users WHERE uid = ?", uid)).toMatchObject({
      display_name: "Utilisateur Phantom",
      wallet: addressOf(keys),
      deleted_at: null,
    });
    expect(await accountLifecycle.summary(uid)).toEqual({
      purchases: 0,
      products: 0,
      orders: 0,
      favourites: 0,
      sellPage: false,
    });
    expect((await revenueOf(uid)).grossLamports).toBe(0n);
    // Its purchases can be bought again.
    await buy(buyer, other, bought);
    await expectLedgerConsistent(env);
  });
});
