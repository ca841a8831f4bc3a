import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type CodeContent,
  MAX_CODE_PRODUCTS,
  MAX_CODES,
  MAX_ENABLED_CODES,
} from "../../../app/codes/rules/code-form";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { openDb } from "../../../db/client";
import { codesIn } from "../../../db/codes/codes";
import { productRemovalIn } from "../../../db/orders/product-removal";
import { ABOVE_ACCOUNTS, PRODUCT_ROWS } from "../../../workers/claimed-rows";
import { insertCode } from "../../support/factories/code";
import { insertOrder } from "../../support/factories/order";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { changeRow, insertRow } from "../../support/rows";
import { newSeller } from "../../support/seller";

const db = openDb(env.DB);
const codes = codesIn(db);
const lifecycle = createAccountLifecycle(db, ABOVE_ACCOUNTS);

let uid: string;
let productId: string;
beforeEach(async () => {
  uid = (await insertPerson(env.DB)).uid;
  productId = await insertProduct(env.DB, uid);
});

const all = async <Row>(sql: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Row & Record<string, unknown>>()
  ).results;
const one = async <T>(sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .first<T & Record<string, unknown>>();

const contentOf = (traits: Partial<CodeContent> = {}): CodeContent => ({
  ...{ name: "SPRING", kind: "percent", value: 10, isForAll: true, productIds: [] },
  ...{ isDefault: false, capacity: null, perPerson: null, startsAt: null, endsAt: null },
  minLamports: null,
  ...traits,
});
const forProducts = (...productIds: string[]) => ({ isForAll: false, productIds });

let version = 1_000;
function insert(content: Partial<CodeContent> = {}, ownerUid = uid, id = crypto.randomUUID()) {
  return codes
    .insert({ id, ownerUid, content: contentOf(content), at: ++version })
    .then((refusal) => refusal?.why ?? id);
}
async function update(id: string, content: Partial<CodeContent>, ownerUid = uid) {
  const replaces = (await codes.byId(ownerUid, id))?.updatedAt ?? 0;
  const write = { id, ownerUid, content: contentOf(content), at: ++version, replaces };
  return codes.update(write);
}

const thingOf = (id: string) =>
  one("SELECT capacity, held, sold FROM things WHERE id = ?", `use:${id}`);
const defaultOf = async (product = productId) =>
  (
    await one<{ code: string | null }>(
      "SELECT default_code_id AS code FROM products WHERE id = ?",
      product,
    )
  )?.code;

/** An order that was settled with this code. */
async function use(code_id: string, changes: Record<string, unknown> = {}): Promise<string> {
  const buyerUid = (await insertPerson(env.DB)).uid;
  const { id } = await insertOrder(env.DB, { productId, ownerUid: uid, buyerUid });
  await changeRow(
    env.DB,
    "orders",
    { id },
    { code_id, status: "paid", settled_at: Date.now(), ...changes },
  );
  return id;
}

describe("writes", () => {
  // spec: seller.codes-bounded
  test("an account has so many codes that are not disabled, and so many rows", async () => {
    for (let at = 1; at < MAX_ENABLED_CODES; at++)
      await insertCode(env.DB, uid, { name: `C${at}` });
    const written = await Promise.all([insert({ name: "A" }), insert({ name: "B" })]);
    expect(written.filter((answer) => answer === "full")).toHaveLength(1);
    const [id = ""] = written.filter((answer) => answer !== "full");
    expect(await codes.disable(uid, id, 1)).toBe(true);
    const again = await insert({ name: "C" });
    expect(again).not.toBe("full");
    expect(await codes.enable(uid, id, 1)).toBe("full");
    const rows = Array.from({ length: MAX_CODES - MAX_ENABLED_CODES - 1 }, (_, at) =>
      insertCode(env.DB, uid, { name: `D${at}`, disabledAt: 1 }),
    );
    await Promise.all(rows);
    await codes.disable(uid, again, 1);
    expect(await insert({ name: "D" })).toBe("full_with_disabled");
  });

  // spec: seller.codes-bounded, seller.codes
  test("its products are the seller's, published and not too many", async () => {
    const stranger = (await insertPerson(env.DB)).uid;
    const theirs = await insertProduct(env.DB, stranger);
    const draft = await insertProduct(env.DB, uid, { status: "draft" });
    for (const id of [theirs, draft, "nothing"])
      expect(await insert(forProducts(productId, id))).toBe("foreign");
    const many = Array.from({ length: MAX_CODE_PRODUCTS + 1 }, () => productId);
    expect(await insert(forProducts(...many))).toBe("foreign");
    const id = await insert(forProducts(productId));
    expect(await update(id, forProducts(theirs))).toEqual({ why: "foreign" });
    expect(await all("SELECT product_id FROM code_products WHERE code_id = ?", id)).toEqual([
      { product_id: productId },
    ]);
  });

  // spec: seller.code-names
  test("a name is one code that is not disabled, whatever its case and form of accents", async () => {
    const id = await insert({ name: "ÉTÉ" });
    expect(await insert({ name: "été" })).toBe("taken");
    expect(await insert({ name: "e\u0301te\u0301".normalize("NFC") })).toBe("taken");
    const other = await insert({ name: "ETE" });
    expect(await update(other, { name: "Été" })).toEqual({ why: "taken" });
    expect(await insert({ name: "ÉTÉ" }, (await insertPerson(env.DB)).uid)).not.toBe("taken");
    await codes.disable(uid, id, ++version);
    expect(await update(other, { name: "Été" })).toBe(null);
    expect(await codes.enable(uid, id, ++version)).toBe("taken");
    expect(await update(id, { name: "été" })).toBe(null);
    await codes.disable(uid, other, ++version);
    expect(await codes.enable(uid, id, ++version)).toBe(null);
    expect(await codes.enable(uid, id, ++version)).toBe(null);
  });

  // spec: seller.codes
  test("of another seller, and of an older version, are refused", async () => {
    const id = await insert();
    const stranger = (await insertPerson(env.DB)).uid;
    expect(await codes.byId(stranger, id)).toBe(null);
    expect(await update(id, { value: 99 }, stranger)).toEqual({ why: "changed" });
    expect(await codes.disable(stranger, id, 1)).toBe(false);
    expect(await codes.enable(stranger, id, 1)).toBe("missing");
    const replaces = (await codes.byId(uid, id))?.updatedAt ?? 0;
    const at = ++version;
    const saves = [20, 30].map((value) =>
      codes.update({ id, ownerUid: uid, content: contentOf({ value }), at, replaces }),
    );
    expect((await Promise.all(saves)).filter((refusal) => refusal === null)).toHaveLength(1);
  });
});

describe("uses", () => {
  // spec: seller.code-capacity
  test("are never set below what is sold or held", async () => {
    const id = await insert({ capacity: 5 });
    expect(await thingOf(id)).toEqual({ capacity: 5, held: 0, sold: 0 });
    await changeRow(env.DB, "things", { id: `use:${id}` }, { held: 1, sold: 2 });
    expect(await update(id, { capacity: 2 })).toEqual({ why: "used", used: 3 });
    expect(await codes.byId(uid, id)).toMatchObject({ capacity: 5, value: 10 });
    expect(await update(id, { capacity: 3, value: 20 })).toBe(null);
    expect(await thingOf(id)).toEqual({ capacity: 3, held: 1, sold: 2 });
  });

  // spec: seller.code-capacity
  test("without a limit any more have no end; limited again, those so far count", async () => {
    const id = await insert({ capacity: 1 });
    await changeRow(env.DB, "things", { id: `use:${id}` }, { held: 1 });
    expect(await update(id, {})).toBe(null);
    const unlimited = await thingOf(id);
    expect(Number(unlimited?.capacity)).toBeGreaterThan(1_000_000);
    expect(unlimited).toMatchObject({ held: 1, sold: 0 });
    await use(id);
    await use(id, { status: "refunded", refunded_at: Date.now() });
    await use(id, { status: "expired", settled_at: null });
    const grant = { id: crypto.randomUUID(), product_id: productId, uid, reason: "free" };
    await insertRow(env.DB, "grants", { ...grant, code_id: id, created_at: 1 });
    expect(await update(id, { capacity: 2 })).toEqual({ why: "used", used: 3 });
    expect(await update(id, { capacity: 4 })).toBe(null);
    expect(await thingOf(id)).toEqual({ capacity: 4, held: 1, sold: 2 });
    const { codes: listed } = await codes.page(uid, { limit: 9, offset: 0 });
    expect(listed).toMatchObject([{ id, used: 2, capacity: 4 }]);
  });

  // spec: seller.code-capacity
  test("for each person change with the code, and with it alone", async () => {
    const id = await insert({ perPerson: 1 });
    const own = async () =>
      Object.fromEntries(
        (
          await all<{ id: string; capacity: number }>(
            "SELECT id, capacity FROM things WHERE id LIKE 'own:%' AND instr(id, ?) > 0",
            id,
          )
        ).map((row) => [row.id.slice(`own:${id}`.length), row.capacity]),
      );
    for (const [person, sold] of [
      ["-a", 0],
      ["-b", 1],
      ["x-c", 1],
    ] as const)
      await insertRow(env.DB, "things", { id: `own:${id}${person}`, capacity: 1, sold });
    expect(await update(id, { perPerson: 3 })).toBe(null);
    expect(await own()).toEqual({ "-a": 3, "-b": 3, "x-c": 1 });
    await changeRow(env.DB, "things", { id: `own:${id}-b` }, { sold: 2 });
    expect(await update(id, { perPerson: 1 })).toBe(null);
    expect(await own()).toEqual({ "-a": 1, "-b": 2, "x-c": 1 });
  });
});

describe("a default", () => {
  // spec: seller.code-default
  test("is that of its products, in place of another one, until the code leaves them or ends", async () => {
    const second = await insertProduct(env.DB, uid);
    const both = forProducts(productId, second);
    const first = await insert({ name: "A", ...both, isDefault: true });
    expect([await defaultOf(), await defaultOf(second)]).toEqual([first, first]);
    const other = await insert({ name: "B", ...forProducts(second), isDefault: true });
    expect([await defaultOf(), await defaultOf(second)]).toEqual([first, other]);
    const { products } = await codes.forEditor(uid, { id: first, preferred: "" });
    expect(products.map(({ id, defaultCode }) => [id, defaultCode?.name]).sort()).toEqual(
      [
        [productId, "A"],
        [second, "B"],
      ].sort(),
    );
    expect(await update(first, { name: "A", ...forProducts(second), isDefault: true })).toBe(null);
    expect([await defaultOf(), await defaultOf(second)]).toEqual([null, first]);
    expect(await update(first, { name: "A", ...both })).toBe(null);
    expect([await defaultOf(), await defaultOf(second)]).toEqual([null, null]);
    await update(first, { name: "A", ...both, isDefault: true });
    await codes.disable(uid, first, ++version);
    expect([await defaultOf(), await defaultOf(second)]).toEqual([null, null]);
    // One that is disabled applies nowhere.
    await update(first, { name: "A", ...both, isDefault: true });
    expect(await defaultOf()).toBe(null);
  });
});

describe("accounts and products", () => {
  // spec: seller.code-accounts
  test("a merge moves codes; of a name that both have, the moved one ends", async () => {
    const [from, to] = [await newSeller(), await newSeller()];
    const product = await insertProduct(env.DB, from.uid);
    const twice = { ...forProducts(product), isDefault: true };
    const moved = await insert({ name: "Spring", ...twice }, from.uid);
    const only = await insert({ name: "AUTUMN" }, from.uid);
    const kept = await insert({ name: "SPRING" }, to.uid);
    const accounts = { from: from.uid, to: to.uid, wallet: from.wallet };
    expect(await lifecycle.merge(accounts, Date.now())).toBe(true);
    const rows = await all<{ id: string; isDisabled: number }>(
      "SELECT id, disabled_at IS NOT NULL AS isDisabled FROM codes WHERE owner_uid = ?",
      to.uid,
    );
    expect(Object.fromEntries(rows.map((row) => [row.id, row.isDisabled]))).toEqual({
      [moved]: 1,
      [only]: 0,
      [kept]: 0,
    });
    expect(await defaultOf(product)).toBe(null);
  });

  // spec: seller.code-accounts
  test("a deletion ends codes, and removes those that no order names", async () => {
    const sold = await insert({ name: "SOLD", ...forProducts(productId), isDefault: true });
    const unused = await insert({ name: "UNUSED", ...forProducts(productId) });
    const order = await use(sold);
    await changeRow(env.DB, "orders", { id: order }, { finalized_at: Date.now() });
    const pseudonym = crypto.randomUUID();
    expect(await lifecycle.remove(uid, pseudonym, Date.now())).toBe(true);
    expect(
      await all(
        "SELECT owner_uid, disabled_at IS NOT NULL AS isDisabled FROM codes WHERE id IN (?, ?)",
        sold,
        unused,
      ),
    ).toEqual([{ owner_uid: pseudonym, isDisabled: 1 }]);
    expect(await all("SELECT 1 FROM code_products WHERE product_id = ?", productId)).toEqual([]);
    expect(await defaultOf()).toBe(null);
  });

  // spec: seller.code-accounts
  test("a product that is removed leaves the lists of codes", async () => {
    const second = await insertProduct(env.DB, uid);
    const id = await insert(forProducts(productId, second));
    const removal = productRemovalIn(db, PRODUCT_ROWS);
    await changeRow(env.DB, "products", { id: productId }, { status: "disabled" });
    expect(await removal.remove({ id: productId, ownerUid: uid }, Date.now())).toBe(true);
    expect(await all("SELECT product_id FROM code_products WHERE code_id = ?", id)).toEqual([
      { product_id: second },
    ]);
  });
});
