import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { GRANT_ADDRESS_KEPT_MS, GRANT_LIMITS } from "../../../app/orders/rules/grant";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { openDb } from "../../../db/client";
import { type GrantResult, grantsIn } from "../../../db/orders/grants";
import { ordersIn } from "../../../db/orders/orders";
import { productRemovalIn } from "../../../db/orders/product-removal";
import { purchasesIn } from "../../../db/orders/purchases";
import { ABOVE_ACCOUNTS, PRODUCT_ROWS } from "../../../workers/claimed-rows";
import { insertCode } from "../../support/factories/code";
import { insertPerson } from "../../support/factories/person";
import { insertProduct, type ProductTraits } from "../../support/factories/product";
import { newAddress } from "../../support/random-keys";
import { changeRow, insertRow } from "../../support/rows";
import { newOrder, newPayment } from "../../support/worker-orders";

const db = openDb(env.DB);
const grants = grantsIn(db);
const purchases = purchasesIn(db);
const accounts = createAccountLifecycle(db, ABOVE_ACCOUNTS);
const removal = productRemovalIn(db, PRODUCT_ROWS);
const NOW = Date.UTC(2026, 10, 2, 12);
const { account, address, product } = GRANT_LIMITS;

const newPerson = async () => (await insertPerson(env.DB)).uid;

/** A free product with a file, of `ownerUid` or of somebody new. */
async function freeProduct(traits: ProductTraits = {}, ownerUid?: string): Promise<string> {
  const file = { key: crypto.randomUUID(), name: "song.wav" };
  return insertProduct(env.DB, ownerUid ?? (await newPerson()), { isFree: true, ...traits }, file);
}

function give(uid: string, productId: string, traits: { address?: string; at?: number } = {}) {
  const { address = crypto.randomUUID(), at = NOW } = traits;
  return grants.give({
    id: crypto.randomUUID(),
    uid,
    productId,
    address,
    rateScale: 1,
    by: null,
    at,
  });
}

const kindOf = async (result: Promise<GrantResult>) => (await result).kind;

async function rows(table: string, column: string, value: string) {
  const found = env.DB.prepare(`SELECT * FROM ${table} WHERE ${column} = ?`).bind(value);
  return (await found.all<Record<string, unknown>>()).results;
}

const givenOf = async (id: string) => (await rows("products", "id", id))[0]?.given;

describe("a grant", () => {
  // spec: free.grant
  test("is a right with its reason, and no order, entry, event or sale", async () => {
    const [uid, id] = [await newPerson(), await freeProduct()];
    expect(await give(uid, id)).toEqual({ kind: "granted" });
    expect(await purchases.find(uid, id)).toMatchObject({ grantReason: "free", revokedAt: null });
    for (const table of ["orders", "ledger", "events", "purchases"]) {
      expect(await rows(table, "product_id", id), table).toEqual([]);
    }
    expect((await rows("products", "id", id))[0]).toMatchObject({ sold: 0, given: 1 });
  });

  test("is written once: two at once, and asked again", async () => {
    const [uid, id] = [await newPerson(), await freeProduct()];
    const both = await Promise.all([give(uid, id), give(uid, id)]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(["granted", "owned"]);
    expect(await kindOf(give(uid, id))).toBe("owned");
    expect(await rows("rights", "product_id", id)).toHaveLength(1);
    expect(await givenOf(id)).toBe(1);
  });

  test.each([
    ["has a price", { isFree: false }],
    ["has a price again, set by an older version", { price: 5 }],
    ["is limited", { saleLimit: 3 }],
    ["is unique", { saleLimit: 1 }],
    ["is disabled", { status: "disabled" as const }],
  ])("is refused where the product %s", async (_, traits) => {
    expect(await kindOf(give(await newPerson(), await freeProduct(traits)))).toBe("refused");
  });

  test("is refused to the seller, to a closed account and for nothing", async () => {
    const uid = await newPerson();
    const id = await freeProduct({}, uid);
    expect(await kindOf(give(uid, id))).toBe("refused");
    expect(await kindOf(give(uid, "unknown"))).toBe("refused");
    const closed = await newPerson();
    await changeRow(env.DB, "users", { uid: closed }, { deleted_at: 1 });
    expect(await kindOf(give(closed, id))).toBe("refused");
    expect(await kindOf(give("nobody", id))).toBe("refused");
  });

  test("stays when the product gets a price", async () => {
    const [uid, id] = [await newPerson(), await freeProduct()];
    await give(uid, id);
    await changeRow(env.DB, "products", { id }, { price_lamports: 1_000, is_free: 0 });
    expect(await purchases.find(uid, id)).not.toBeNull();
    expect(await kindOf(give(uid, id))).toBe("owned");
    expect(await kindOf(give(await newPerson(), id))).toBe("refused");
  });

  // spec: code.free
  test("by a code takes a use, also where the person had it for free before, and again takes none", async () => {
    const [uid, ownerUid] = [await newPerson(), await newPerson()];
    const id = await freeProduct({}, ownerUid);
    await give(uid, id);
    const first = (await purchases.find(uid, id))?.orderId ?? "";
    await grants.remove({ id: first, uid, at: NOW + 1 });
    await changeRow(env.DB, "products", { id }, { price_lamports: 1_000, is_free: 0 });
    const codeId = await insertCode(env.DB, ownerUid, { value: 100, capacity: 2, perPerson: 1 });
    const [row] = await rows("products", "id", id);
    const by = { codeId, takes: [`use:${codeId}`], version: Number(row?.version) };
    const giveByCode = (to: string, at: number) =>
      kindOf(
        grants.give({
          id: crypto.randomUUID(),
          uid: to,
          productId: id,
          address: to,
          rateScale: 1,
          by,
          at,
        }),
      );
    const soldOf = async () => (await rows("things", "id", `use:${codeId}`))[0]?.sold;
    expect(await giveByCode(uid, NOW + 2)).toBe("granted");
    expect([await soldOf(), await givenOf(id)]).toEqual([1, 1]);
    const second = (await purchases.find(uid, id))?.orderId ?? "";
    // The grant of before is this one now, and so is its right: merge and deletion go by the grant.
    const rights = (await rows("rights", "uid", uid)).map((right) => right.order_id);
    expect(rights).toEqual([second]);
    expect(await grants.remove({ id: second, uid, at: NOW + 3 })).toBe(true);
    expect(await giveByCode(uid, NOW + 4)).toBe("granted");
    expect([await soldOf(), await givenOf(id)]).toEqual([1, 1]);
    expect(await purchases.find(uid, id)).toMatchObject({ orderId: second });
    expect(await giveByCode(await newPerson(), NOW + 5)).toBe("granted");
    expect(await giveByCode(await newPerson(), NOW + 6)).toBe("used_up");
    expect([await soldOf(), await givenOf(id)]).toEqual([2, 2]);
  });

  test("is removed by its person alone, and can be taken again", async () => {
    const [uid, id] = [await newPerson(), await freeProduct()];
    await give(uid, id);
    const grant = (await purchases.find(uid, id))?.orderId ?? "";
    await insertRow(env.DB, "download_tokens", {
      token_hash: crypto.randomUUID(),
      uid,
      product_id: id,
      file_key: "key",
      issued_at: NOW,
    });
    expect(await grants.remove({ id: grant, uid: await newPerson(), at: NOW })).toBe(false);
    expect(await purchases.find(uid, id)).not.toBeNull();
    expect(await grants.remove({ id: grant, uid, at: NOW + 1 })).toBe(true);
    expect(await grants.remove({ id: grant, uid, at: NOW + 2 })).toBe(false);
    expect(await purchases.find(uid, id)).toBeNull();
    expect((await rows("download_tokens", "uid", uid))[0]?.revoked_at).toBe(NOW + 1);
    expect(await kindOf(give(uid, id, { at: NOW + 3 }))).toBe("granted");
    expect(await purchases.find(uid, id)).toMatchObject({ orderId: grant, createdAt: NOW + 3 });
    expect(await givenOf(id)).toBe(1);
  });

  test("does not remove a purchase", async () => {
    const [ownerUid, uid] = [await newPerson(), await newPerson()];
    const id = await freeProduct({ isFree: false }, ownerUid);
    const order = await newOrder({ productId: id, ownerUid, buyerUid: uid });
    await ordersIn(db).settle(order.id, newPayment(), NOW);
    expect(await grants.remove({ id: order.id, uid, at: NOW })).toBe(false);
    expect(await purchases.find(uid, id)).toMatchObject({ orderId: order.id, grantReason: null });
  });
});

describe("bounds, held by the write", () => {
  // spec: free.bounds
  test("the 21st of an account within a day is refused, also of many at once", async () => {
    const uid = await newPerson();
    const ids = await Promise.all(Array.from({ length: account.limit + 3 }, () => freeProduct()));
    const all = await Promise.all(ids.map((id) => give(uid, id)));
    expect(all.filter(({ kind }) => kind === "granted")).toHaveLength(account.limit);
    expect(all.filter(({ kind }) => kind === "too_many")).toHaveLength(3);
    const id = await freeProduct();
    const ends = NOW + account.windowMs;
    expect(await give(uid, id)).toEqual({ kind: "too_many", retryAt: ends });
    expect(await kindOf(give(uid, id, { at: ends }))).toBe("granted");
  });

  test("the 61st of an address within a day is refused, whatever the account", async () => {
    const [id, from] = [await freeProduct(), "one office"];
    const people = await Promise.all(Array.from({ length: address.limit + 1 }, newPerson));
    const all = await Promise.all(people.map((uid) => give(uid, id, { address: from })));
    expect(all.filter(({ kind }) => kind === "granted")).toHaveLength(address.limit);
    const other = await newPerson();
    expect(await kindOf(give(other, await freeProduct(), { address: from }))).toBe("too_many");
    expect(await kindOf(give(other, id))).toBe("granted");
  });

  test("the brake of a product slows new people alone", async () => {
    const [id, uid] = [await freeProduct(), await newPerson()];
    await give(uid, id, { at: NOW - product.windowMs });
    const grant = (await purchases.find(uid, id))?.orderId ?? "";
    await grants.remove({ id: grant, uid, at: NOW });
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
        INSERT INTO grants (id, product_id, uid, reason, created_at)
        SELECT ? || i, ?, 'person' || i, 'free', ? FROM n`,
    )
      .bind(product.limit, id, id, NOW)
      .run();
    const late = await give(await newPerson(), id);
    expect(late).toEqual({ kind: "too_many", retryAt: NOW + product.windowMs });
    expect(await kindOf(give(uid, id))).toBe("granted");
    expect(await kindOf(give(await newPerson(), await freeProduct()))).toBe("granted");
  });

  test("the address is forgotten after a day", async () => {
    const [uid, id] = [await newPerson(), await freeProduct()];
    await give(uid, id, { at: 1_000 });
    await grants.forgetAddresses(1_000 + GRANT_ADDRESS_KEPT_MS);
    expect((await rows("grants", "uid", uid))[0]?.address).toBeNull();
  });
});

describe("grants go with what they belong to", () => {
  async function merged(prepare: (from: string, to: string, id: string) => Promise<unknown>) {
    const [wallet, to, id] = [newAddress(), await newPerson(), await freeProduct()];
    const { uid: from } = await insertPerson(env.DB, { wallet });
    await prepare(from, to, id);
    expect(await accounts.merge({ from, to, wallet }, NOW)).toBe(true);
    return { rights: await rows("rights", "product_id", id), to, id };
  }

  test("a merge moves them", async () => {
    const { rights, to } = await merged((from, _, id) => give(from, id));
    expect(rights).toMatchObject([{ uid: to, revoked_at: null, grant_reason: "free" }]);
  });

  test("a merge keeps one where both have it", async () => {
    const both = await merged(async (from, to, id) => {
      await give(from, id);
      await give(to, id);
    });
    expect(both.rights).toMatchObject([{ uid: both.to, revoked_at: null }]);
  });

  test("a merge prefers the one that was not removed", async () => {
    const { rights, to } = await merged(async (from, to, id) => {
      await give(from, id);
      await give(to, id);
      const grant = (await purchases.find(to, id))?.orderId ?? "";
      await grants.remove({ id: grant, uid: to, at: NOW });
    });
    expect(rights).toMatchObject([{ uid: to, revoked_at: null }]);
  });

  test("deleting the account deletes them, and the product keeps its count", async () => {
    const [uid, id] = [await newPerson(), await freeProduct()];
    await give(uid, id);
    await accounts.remove(uid, crypto.randomUUID(), NOW);
    expect(await rows("rights", "product_id", id)).toEqual([]);
    expect(await rows("grants", "product_id", id)).toEqual([]);
    expect(await givenOf(id)).toBe(1);
  });

  test("a product that somebody has is not removed, and people keep it when its seller leaves", async () => {
    const [ownerUid, uid] = [await newPerson(), await newPerson()];
    const id = await freeProduct({}, ownerUid);
    const key = (await rows("products", "id", id))[0]?.file_key as string;
    await insertRow(env.DB, "files", {
      key,
      storage_path: key,
      owner_uid: ownerUid,
      product_id: id,
      file_name: "song.wav",
      content_type: "audio/wav",
      size_bytes: 1,
      status: "complete",
      part_size_bytes: 1,
      created_at: NOW,
    });
    await give(uid, id);
    expect(await removal.remove({ id, ownerUid }, NOW)).toBe(false);
    const grant = (await purchases.find(uid, id))?.orderId ?? "";
    await accounts.remove(ownerUid, crypto.randomUUID(), NOW);
    expect((await rows("products", "id", id))[0]?.status).toBe("disabled");
    await grants.remove({ id: grant, uid, at: NOW });
    const heir = (await rows("products", "id", id))[0]?.owner_uid as string;
    expect(await removal.remove({ id, ownerUid: heir }, NOW)).toBe(true);
    expect(await rows("grants", "product_id", id)).toEqual([]);
    expect(await rows("rights", "product_id", id)).toEqual([]);
  });
});
