import { env, SELF } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { ABOVE_ACCOUNTS } from "../../../workers/claimed-rows";
import { columnsContaining, dumpTables } from "../../support/database-dump";
import { orderOf } from "../../support/factories/order";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { revenueOf } from "../../support/revenue";
import { changeRow } from "../../support/rows";
import { newSeller, type Seller } from "../../support/seller";
import {
  addressOf,
  type KeyPair,
  newChallenge,
  newKeyPair,
  postJson,
  sessionOf,
  signChallenge,
  signInWithKeys,
  siteOf,
} from "../../support/sign-in";
import { publish } from "../../support/upload";
import { advanceClock } from "../../support/worker-clock";
import { newOrder, newPayment, OPENED_AT } from "../../support/worker-orders";

const db = openDb(env.DB);
const accountLifecycle = createAccountLifecycle(db, ABOVE_ACCOUNTS);
const orders = ordersIn(db);
const site = siteOf(SELF);
const EMPTY = { purchases: 0, products: 0, orders: 0, favourites: 0, sellPage: false };

let seller: Seller;
let from: Seller;
let to: Seller;
let productId: string;
beforeEach(async () => {
  [seller, from, to] = [await newSeller(), await newSeller(), await newSeller()];
  productId = await publish(seller);
});

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();
const all = async (sql: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all()
  ).results;

const order = (buyer: Seller, product = productId, owner = seller) =>
  newOrder({ productId: product, ownerUid: owner.uid, buyerUid: buyer.uid });
async function buy(buyer: Seller, product = productId, owner = seller) {
  const opened = await order(buyer, product, owner);
  expect(await orders.settle(opened.id, newPayment(), OPENED_AT)).toBe("settled");
  return opened;
}
/** An order with a built transaction. */
const paying = (buyer: Seller) =>
  newOrder({ productId, ownerUid: seller.uid, buyerUid: buyer.uid, status: "awaiting" });
const merge = () =>
  accountLifecycle.merge({ from: from.uid, to: to.uid, wallet: from.wallet }, Date.now());
const owned = (who: Seller) =>
  all(
    "SELECT product_id, order_id FROM purchases WHERE uid = ? AND revoked_at IS NULL ORDER BY rowid",
    who.uid,
  );
const order_ = async (id: string) =>
  (await all("SELECT buyer_uid AS buyer, status FROM orders WHERE id = ?", id))[0];

describe("data of a merge", () => {
  // spec: identity.merge
  test("moves with its ledger entries; no table names the old account", async () => {
    const own = await publish(from);
    await buy(seller, own, from);
    const bought = await buy(from);
    const open = await order(from, await publish(seller));
    const undecided = await order(from, await publish(seller));
    await orders.review(undecided.id, "no_stock", newPayment(), OPENED_AT);
    await run(
      "INSERT INTO favourites VALUES (?, ?, 1), (?, ?, 2)",
      from.uid,
      productId,
      to.uid,
      own,
    );
    await run("INSERT INTO favourites VALUES (?, ?, 3)", from.uid, own);
    await run(
      "INSERT INTO sell_pages (uid, description, updated_at) VALUES (?, 'Mine', 1)",
      from.uid,
    );
    await run("INSERT INTO sell_page_products VALUES (?, ?, 0)", from.uid, own);
    const revenue = await revenueOf(from.uid);
    expect(revenue.grossLamports).toBe(1_000n);
    expect(await accountLifecycle.summary(from.uid)).toEqual({
      purchases: 1,
      products: 1,
      orders: 2,
      favourites: 2,
      sellPage: true,
    });

    expect(await merge()).toBe(true);
    expect(await owned(to)).toEqual([{ product_id: productId, order_id: bought.id }]);
    expect(await order_(open.id)).toEqual({ buyer: to.uid, status: "pending" });
    expect(await order_(undecided.id)).toEqual({ buyer: to.uid, status: "review" });
    expect(await revenueOf(to.uid)).toEqual(revenue);
    expect(await (await to.call("/dashboard")).text()).toContain(own);
    expect((await all("SELECT * FROM favourites WHERE uid = ?", to.uid)).length).toBe(2);
    expect(await (await SELF.fetch(`${site.origin}/sell/${to.uid}`)).text()).toContain("Mine");
    expect(await columnsContaining(from.uid)).toEqual(["users.uid"]);
    expect((await from.call("/profil")).status).toBe(302);
    await expectLedgerConsistent(env);

    // An accepted payment under review is the merged account's purchase.
    expect(await orders.settle(undecided.id, newPayment(), OPENED_AT)).toBe("settled");
    expect((await owned(to)).length).toBe(2);
    await expectLedgerConsistent(env);
  });

  test("moves once when merged twice", async () => {
    await buy(from);
    const at = Date.now();
    const accounts = { from: from.uid, to: to.uid, wallet: from.wallet };
    expect(await accountLifecycle.merge(accounts, at)).toBe(true);
    const once = await dumpTables();
    expect(await accountLifecycle.merge(accounts, at)).toBe(true);
    expect(await accountLifecycle.merge(accounts, at + 1)).toBe(true);
    expect(await dumpTables()).toEqual(once);
  });

  test("leaves a second purchase of one product with the closed account", async () => {
    const [first, second] = [await buy(from), await buy(to)];
    expect(await merge()).toBe(true);
    expect(await owned(to)).toEqual([{ product_id: productId, order_id: second.id }]);
    expect(await owned(from)).toEqual([{ product_id: productId, order_id: first.id }]);
    await expectLedgerConsistent(env);
  });

  test("replaces a revoked purchase by a valid one, on either side", async () => {
    const other = await publish(seller);
    const [mine, theirs] = [await buy(from), await buy(to)];
    const [lost, kept] = [await buy(from, other), await buy(to, other)];
    await orders.rollBack(theirs.id, String((await orders.byId(theirs.id))?.signature), OPENED_AT);
    await orders.rollBack(lost.id, String((await orders.byId(lost.id))?.signature), OPENED_AT);
    expect(await merge()).toBe(true);
    expect(await owned(to)).toEqual([
      { product_id: productId, order_id: mine.id },
      { product_id: other, order_id: kept.id },
    ]);
    expect(await owned(from)).toEqual([]);
    await expectLedgerConsistent(env);
    // The right of the order that lost its purchase goes with the order.
    expect(await columnsContaining(from.uid)).toEqual(["users.uid"]);
  });

  test("keeps a purchase of the account's own product", async () => {
    const own = await publish(to);
    const bought = await buy(from, own, to);
    const open = await order(to, await publish(from), from);
    expect(await merge()).toBe(true);
    expect(await owned(to)).toEqual([{ product_id: own, order_id: bought.id }]);
    // An account cannot pay itself.
    expect(await order_(open.id)).toEqual({ buyer: to.uid, status: "expired" });
    expect((await to.call(`/purchases/${own}/file`)).status).toBe(302);
    await expectLedgerConsistent(env);
  });
});

describe("orders of both for one product", () => {
  test("keep the account's own when neither is being paid", async () => {
    const [theirs, mine] = [await order(from), await order(to)];
    expect(await merge()).toBe(true);
    expect(await order_(theirs.id)).toEqual({ buyer: to.uid, status: "expired" });
    expect(await order_(mine.id)).toEqual({ buyer: to.uid, status: "pending" });
  });

  test("keep the one that is being paid", async () => {
    const [theirs, mine] = [await paying(from), await order(to)];
    expect(await merge()).toBe(true);
    expect(await order_(theirs.id)).toEqual({ buyer: to.uid, status: "awaiting" });
    expect(await order_(mine.id)).toEqual({ buyer: to.uid, status: "expired" });
  });

  test("refuse the merge while both are being paid", async () => {
    await paying(from);
    await paying(to);
    const before = await dumpTables();
    expect(await accountLifecycle.canMerge(from.uid, to.uid)).toBe("paying");
    expect(await merge()).toBe(false);
    expect(await dumpTables()).toEqual(before);
  });

  test("close an open one when the other account has the product", async () => {
    const [open] = [await order(from), await buy(to)];
    expect(await merge()).toBe(true);
    expect(await order_(open.id)).toEqual({ buyer: to.uid, status: "expired" });
  });
});

describe("concurrent with a merge", () => {
  // spec: identity.merge-payments
  test("payments settle for the remaining account", async () => {
    const products = await Promise.all(Array.from({ length: 6 }, () => publish(seller)));
    const opened = await Promise.all(products.map((product) => order(from, product)));
    const settle = opened.map(({ id }) => orders.settle(id, newPayment(), OPENED_AT));
    const [merged, ...outcomes] = await Promise.all([merge(), ...settle]);
    expect(merged).toBe(true);
    expect(new Set(outcomes)).toEqual(new Set(["settled"]));
    expect((await owned(to)).length).toBe(6);
    expect(await owned(from)).toEqual([]);
    await expectLedgerConsistent(env);
  });

  test("many merges of one account move it to one other", async () => {
    await buy(from);
    const others = await Promise.all(Array.from({ length: 4 }, () => newSeller()));
    const accounts = others.map(({ uid }) => ({ from: from.uid, to: uid, wallet: from.wallet }));
    const outcomes = await Promise.all(
      accounts.map((one) => accountLifecycle.merge(one, Date.now())),
    );
    expect(outcomes.filter(Boolean).length).toBe(1);
    expect((await owned(others[outcomes.indexOf(true)] ?? from)).length).toBe(1);
    await expectLedgerConsistent(env);
  });

  test("a request that started before opens no order for the closed account", async () => {
    const claimable = await order(seller, await publish(to), to);
    await orders.misdirected(claimable.id, newPayment(), OPENED_AT);
    expect(await merge()).toBe(true);
    const late = orderOf({ productId, ownerUid: seller.uid, buyerUid: from.uid });
    expect(await orders.insert(late, OPENED_AT)).toBe(false);
    expect(await orders.claim(claimable.id, from.uid, newPayment(), OPENED_AT)).toBe("refused");
    expect(await columnsContaining(from.uid)).toEqual(["users.uid"]);
  });

  test("an order for a moved product is its new owner's sale", async () => {
    const moved = await publish(from);
    expect(await merge()).toBe(true);
    const stale = await order(seller, moved, from);
    await orders.settle(stale.id, newPayment(), OPENED_AT);
    expect((await revenueOf(to.uid)).grossLamports).toBe(1_000n);
    expect(await columnsContaining(from.uid)).toEqual(["users.uid"]);
  });
});

describe("a requested merge", () => {
  let keys: KeyPair;
  let oldCookie: string;
  let oldUid: string;
  beforeEach(async () => {
    keys = newKeyPair();
    oldCookie = await signInWithKeys(site, keys);
    [{ uid: oldUid }] = (await all("SELECT uid FROM users WHERE wallet = ?", addressOf(keys))) as [
      { uid: string },
    ];
  });

  const proof = async (purpose: string, who: Seller, by = keys) =>
    signChallenge(by, await newChallenge(site, purpose, who.cookie));
  const link = async () => postJson(site, "/api/wallet/link", await proof("link", to), to.cookie);
  const confirm = async (shown: unknown, who = to) =>
    postJson(site, "/api/wallet/merge", { ...(await proof("merge", who)), shown }, who.cookie);
  const walletOf = async (who: Seller) =>
    (await all("SELECT wallet FROM users WHERE uid = ?", who.uid))[0]?.wallet;

  // spec: identity.merge
  test("is shown first, confirmed by a second signature, and may be requested again", async () => {
    await buy({ ...from, uid: oldUid });
    const shown = { ...EMPTY, purchases: 1 };
    const linked = await link();
    expect(await linked.json()).toEqual({ wallet: addressOf(keys), moves: shown });
    expect(await walletOf(to)).toBe(to.wallet);

    const merged = await confirm(shown);
    expect([merged.status, await merged.json()]).toEqual([200, { wallet: addressOf(keys) }]);
    expect((await confirm(shown)).status).toBe(200);
    expect(await walletOf(to)).toBe(addressOf(keys));
    expect((await owned(to)).length).toBe(1);

    const headers = { Cookie: oldCookie };
    const old = await SELF.fetch(`${site.origin}/profil`, { redirect: "manual", headers });
    expect(old.status).toBe(302);
    const entered = await postJson(
      site,
      "/api/wallet/sign-in",
      signChallenge(keys, await newChallenge(site)),
    );
    expect([await entered.json(), sessionOf(entered) !== null]).toEqual([{ uid: to.uid }, true]);
  });

  test("is shown again when it has changed", async () => {
    await link();
    await buy({ ...from, uid: oldUid });
    expect((await confirm(EMPTY)).status).toBe(409);
    expect(await owned(to)).toEqual([]);
    expect((await confirm({ ...EMPTY, purchases: 1 })).status).toBe(200);
  });

  test.each([
    ["password", "INSERT INTO password_credentials VALUES (?, hex(randomblob(8)), 'h', 1)"],
    ["Google", "INSERT INTO google_identities VALUES ('i', hex(randomblob(8)), ?, 'e', 1)"],
  ])("is refused for an account with the login method %s", async (_name, statement) => {
    await run(statement, oldUid);
    const refused = await link();
    expect(refused.status).toBe(409);
    expect(JSON.stringify(await refused.json())).toContain("c’est une autre personne");
    expect((await confirm(EMPTY)).status).toBe(409);
    expect(
      await accountLifecycle.merge(
        { from: oldUid, to: to.uid, wallet: addressOf(keys) },
        OPENED_AT,
      ),
    ).toBe(false);
    expect(await walletOf(to)).toBe(to.wallet);
  });

  test("needs re-authentication, and a message signed for this purpose and account", async () => {
    const signedFor = async (purpose: string, who: Seller) => ({
      ...(await proof(purpose, who)),
      shown: EMPTY,
    });
    const post = (body: unknown, cookie = to.cookie) =>
      postJson(site, "/api/wallet/merge", body, cookie);
    expect((await post(await signedFor("link", to))).status).toBe(422);
    expect((await post(await signedFor("merge", from))).status).toBe(422);
    const once = await signedFor("merge", to);
    expect((await post({ ...once, shown: undefined })).status).toBe(422);
    expect((await post(once, "locale=en")).status).toBe(401);
    advanceClock(11 * 60_000);
    expect((await post(once)).status).toBe(403);
    expect(await newChallenge(site, "merge", to.cookie)).toMatchObject({
      error: { code: "proof_needed" },
    });
    expect(await walletOf(to)).toBe(to.wallet);
  });

  test("a wallet that was moved on opens a new, empty account", async () => {
    expect((await confirm(EMPTY)).status).toBe(200);
    await changeRow(env.DB, "users", { uid: to.uid }, { wallet: null });
    await signInWithKeys(site, keys);
    expect(
      await all("SELECT uid, deleted_at FROM users WHERE wallet = ?", addressOf(keys)),
    ).toEqual([{ uid: oldUid, deleted_at: null }]);
    expect(await accountLifecycle.summary(oldUid)).toEqual(EMPTY);
  });
});
