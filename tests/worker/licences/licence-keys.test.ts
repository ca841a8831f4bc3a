import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { keyHash } from "../../../app/licences/rules/licence";
import { UNREAD_RECORDS } from "../../../app/licences/rules/unread-records";
import { type GivePorts, showKeys } from "../../../app/licences/use-cases/give-keys";
import {
  addKeys,
  removeUnsoldKeys,
  saveLicences,
} from "../../../app/licences/use-cases/manage-licences";
import { readBackLicences } from "../../../app/licences/use-cases/read-back-records";
import type { Order } from "../../../app/orders/rules/order";
import { openDb } from "../../../db/client";
import { checkedKeysIn } from "../../../db/licences/checked-keys";
import { givenKeysIn } from "../../../db/licences/given-keys";
import { licencePoolsIn } from "../../../db/licences/pools";
import { grantsIn } from "../../../db/orders/grants";
import { ordersIn } from "../../../db/orders/orders";
import { refundsIn } from "../../../db/orders/refunds";
import { productsIn } from "../../../db/products/products";
import { sweepProgressIn } from "../../../db/settlement/sweep-progress";
import { createLicenceSealing } from "../../../workers/licence-sealing";
import { r2LicenceRecords } from "../../../workers/r2-licence-records";
import { orderOf } from "../../support/factories/order";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { takingAlso } from "../../support/factories/things";
import { newAddress } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
import { newOrder, newPayment, OPENED_AT } from "../../support/worker-orders";

const db = openDb(env.DB);
const orders = ordersIn(db);
const secrets = {
  sessionSecret: "a secret of this test that is long enough",
  sessionSecretPrevious: null,
  stolenKeys: new Map(),
};
const errors: unknown[] = [];
const ports = {
  clock: { now: () => OPENED_AT + 10 },
  settings: { requireWaiver: false },
  ids: { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) },
  log: ((_: string, { error }: { error: unknown }) =>
    errors.push(error)) as unknown as GivePorts["log"],
  licencePools: licencePoolsIn(db),
  givenKeys: givenKeysIn(db),
  licenceRecords: r2LicenceRecords(env.FILES),
  licenceSealing: createLicenceSealing(secrets),
  sweepProgress: sweepProgressIn(db),
};
const checked = checkedKeysIn(db);
const keyOf = (number: number) => `KEY-NUMBER-OF-16-${number}`;

async function productWith(kind: "pool" | "generated", keys = 0) {
  const { uid: ownerUid } = await insertPerson(env.DB);
  const id = await insertProduct(env.DB, ownerUid);
  await saveLicences(await read(id), { kind, days: "30", instances: "" }, ports);
  if (keys > 0) {
    const lines = Array.from({ length: keys }, (_, index) => keyOf(index + 1));
    await addKeys(await read(id), lines.join("\n"), ports);
  }
  return { id, ownerUid };
}

async function read(id: string) {
  const found = await productsIn(db).byId(id);
  if (!found) throw new Error("no product");
  return found;
}

/** An order that takes a key of the product, not paid. */
async function opened({ id, ownerUid }: { id: string; ownerUid: string }, kind = "pool") {
  const { uid: buyerUid } = await insertPerson(env.DB);
  const order = orderOf({ productId: id, ownerUid, buyerUid });
  const takes = kind === "pool" ? [`key:${id}`] : [];
  return newOrder({ productId: id, ownerUid, buyerUid, terms: takingAlso(order.terms, ...takes) });
}

async function bought(product: { id: string; ownerUid: string }, kind = "pool") {
  const order = await opened(product, kind);
  const payment = newPayment();
  const outcome = await orders.settle(order.id, payment, OPENED_AT);
  return { order, payment, outcome };
}

const view = async ({ id: orderId, productId }: Pick<Order, "id" | "productId">) =>
  (await showKeys([{ orderId, productId }], ports))[0];

async function refund({ id: orderId }: Order, payer: string, lamports: bigint): Promise<void> {
  const refunds = refundsIn(db);
  const reference = newAddress();
  const built = { reference, orderId, payer, lamports, closes: true };
  const wire = { transaction: "", builtAt: OPENED_AT, lastValidBlockHeight: 1 };
  await refunds.open({ ...built, ...wire, encryptedSecret: "" }, OPENED_AT);
  await refunds.complete(reference, { signature: newAddress(), slot: 1 }, OPENED_AT + 20);
}

async function thing(id: string) {
  return env.DB.prepare("SELECT capacity, held, sold FROM things WHERE id = ?")
    .bind(`key:${id}`)
    .first();
}

beforeAll(() => {
  errors.length = 0;
});

describe("a pool of keys", () => {
  // spec: licences.scarce
  test("of one key sells one, whoever pays at the same time", async () => {
    const product = await productWith("pool", 1);
    const all = await Promise.all([bought(product), bought(product), bought(product)]);
    const settled = all.filter(({ outcome }) => outcome === "settled");
    expect(settled).toHaveLength(1);
    expect(await thing(product.id)).toEqual({ capacity: 1, held: 0, sold: 1 });
    const shown = await Promise.all(all.map(({ order }) => view(order)));
    expect(shown.filter((one) => one?.state === "given")).toHaveLength(1);
  });

  // spec: licences.given
  test("gives each buyer one key, the same at each view", async () => {
    const product = await productWith("pool", 3);
    const [first, second] = [await bought(product), await bought(product)];
    expect(await checked.find(product.id, keyHash(product.id, keyOf(1)), null)).toBeNull();
    for (let run = 0; run < 2; run++) {
      expect(await view(first.order)).toMatchObject({ state: "given", key: keyOf(1) });
      expect(await view(second.order)).toMatchObject({ state: "given", key: keyOf(2) });
    }
    expect(errors).toEqual([]);
  });

  // spec: licences.spent
  test("frees what nobody saw, and never a key that was seen", async () => {
    const product = await productWith("pool", 2);
    const unseen = await bought(product);
    await refund(unseen.order, unseen.payment.payer, 1_000n);
    expect(await thing(product.id)).toEqual({ capacity: 2, held: 0, sold: 0 });
    const seen = await bought(product);
    expect(await view(seen.order)).toMatchObject({ key: keyOf(1), isStanding: true });
    const { signature, payer } = seen.payment;
    await orders.rollBack(seen.order.id, signature, OPENED_AT + 5);
    expect(await view(seen.order)).toMatchObject({ key: keyOf(1), isStanding: false });
    expect(await thing(product.id)).toEqual({ capacity: 2, held: 1, sold: 0 });
    await orders.settle(seen.order.id, seen.payment, OPENED_AT + 6);
    expect(await view(seen.order)).toMatchObject({ key: keyOf(1), isStanding: true });
    await refund(seen.order, payer, 1_000n);
    expect(await thing(product.id)).toEqual({ capacity: 1, held: 0, sold: 0 });
    const found = await checked.find(product.id, keyHash(product.id, keyOf(1)), null);
    expect(found).toMatchObject({ isLive: false, isRefunded: true });
    expect(await view((await bought(product)).order)).toMatchObject({ key: keyOf(2) });
    expect((await bought(product)).outcome).toBe("refused");
  });

  test("keeps what is sold when its seller removes the unsold ones", async () => {
    const product = await productWith("pool", 4);
    const { order } = await bought(product);
    expect(await removeUnsoldKeys(await read(product.id), ports)).toBe(3);
    expect(await thing(product.id)).toEqual({ capacity: 1, held: 0, sold: 1 });
    expect(await view(order)).toMatchObject({ state: "given", key: keyOf(1) });
  });

  test("refuses lines by their number, and adds nothing", async () => {
    const product = await productWith("pool", 1);
    const text = ["KEY-OF-16-CHARACTERS", "", "short", "KEY-OF-16-CHARACTERS", keyOf(1)].join("\n");
    expect(await addKeys(await read(product.id), text, ports)).toEqual({
      added: 0,
      faults: [
        { line: 2, fault: "empty" },
        { line: 3, fault: "short" },
        { line: 4, fault: "repeated", first: 1 },
        { line: 5, fault: "known" },
      ],
    });
    expect(await thing(product.id)).toMatchObject({ capacity: 1 });
    await expect(addKeys(await read(product.id), " \n", ports)).rejects.toMatchObject({
      detail: { messageKey: "licence_none" },
    });
  });

  test("takes 10,000 keys of 200 characters, and not one more", async () => {
    const product = await productWith("pool");
    const lines = Array.from({ length: 10_000 }, (_, index) => `${index}`.padStart(200, "K"));
    const added = await addKeys(await read(product.id), lines.join("\r\n"), ports);
    expect(added).toEqual({ added: 10_000, faults: [] });
    expect(await thing(product.id)).toMatchObject({ capacity: 10_000 });
    await expect(
      addKeys(await read(product.id), "ONE-MORE-OF-16-CHARS", ports),
    ).rejects.toMatchObject({ detail: { messageKey: "licence_full" } });
    const rows = env.DB.prepare("SELECT sealed FROM licence_keys WHERE product_id = ? LIMIT 1");
    expect(await rows.bind(product.id).first("sealed")).not.toContain("KKKK");
  });
});

describe("a generated key", () => {
  // spec: licences.generated
  test("has four groups, and each buyer an own one", async () => {
    const product = await productWith("generated");
    const [one, other] = [await bought(product, "none"), await bought(product, "none")];
    const [key, again, another] = [
      await view(one.order),
      await view(one.order),
      await view(other.order),
    ];
    expect(key).toMatchObject({ key: expect.stringMatching(/^[\dA-F]{8}(-[\dA-F]{8}){3}$/) });
    expect(again).toEqual(key);
    expect(another).not.toMatchObject({ key: key && "key" in key ? key.key : "" });
  });

  // spec: licences.given
  test("waits for the waiver of its buyer where one is required", async () => {
    const product = await productWith("generated");
    const { order } = await bought(product, "none");
    const { id: orderId, productId } = order;
    const waiting = { ...ports, settings: { requireWaiver: true } };
    expect(await showKeys([{ orderId, productId }], waiting)).toEqual([]);
    const waived = { waiver_version: 1, waived_at: OPENED_AT };
    await changeRow(env.DB, "orders", { id: orderId }, waived);
    expect(await showKeys([{ orderId, productId }], waiting)).toMatchObject([{ state: "given" }]);
  });

  test("comes with a free product, and ends when its person removes it", async () => {
    const { uid } = await insertPerson(env.DB);
    const { uid: ownerUid } = await insertPerson(env.DB);
    const file = { key: crypto.randomUUID(), name: "song.wav" };
    const productId = await insertProduct(env.DB, ownerUid, { isFree: true }, file);
    await expect(
      saveLicences(await read(productId), { kind: "pool", days: "", instances: "" }, ports),
    ).rejects.toMatchObject({ detail: { messageKey: "licence_free" } });
    await saveLicences(
      await read(productId),
      { kind: "generated", days: "", instances: "" },
      ports,
    );
    const id = crypto.randomUUID();
    const grant = { id, uid, productId, address: "here", rateScale: 1, by: null, at: OPENED_AT };
    expect(await grantsIn(db).give(grant)).toEqual({ kind: "granted" });
    expect(await view({ id, productId })).toMatchObject({ state: "given", isStanding: true });
    await grantsIn(db).remove({ id, uid, at: OPENED_AT + 1 });
    expect(await view({ id, productId })).toMatchObject({ state: "given", isStanding: false });
  });
});

describe("a database that was restored from an older copy", () => {
  /** As the copy has it: nobody has bought a key. */
  async function restore(id: string, orderIds: readonly string[], isMarked: boolean) {
    const run = (text: string, ...values: unknown[]) =>
      env.DB.prepare(text)
        .bind(...values)
        .run();
    for (const orderId of orderIds) {
      await run("DELETE FROM purchases WHERE order_id = ?", orderId);
      await run("DELETE FROM rights WHERE order_id = ?", orderId);
      await run("DELETE FROM ledger WHERE order_id = ?", orderId);
      await run("DELETE FROM holds WHERE order_id = ?", orderId);
      await run("DELETE FROM orders WHERE id = ?", orderId);
    }
    const unsold = { order_id: null, given_at: null, revoked_at: null };
    await changeRow(env.DB, "licence_keys", { product_id: id }, unsold);
    await changeRow(env.DB, "things", { id: `key:${id}` }, { sold: 0 });
    if (isMarked) await ports.sweepProgress.write(UNREAD_RECORDS, "", OPENED_AT);
  }

  // spec: licences.restored
  test.each([true, false])("gives no key twice (marked: %s)", async (isMarked) => {
    const product = await productWith("pool", 3);
    const before = await bought(product);
    expect(await view(before.order)).toMatchObject({ key: keyOf(1) });
    await restore(product.id, [before.order.id], isMarked);
    const after = await bought(product);
    if (isMarked) {
      expect(await view(after.order)).toEqual(expect.objectContaining({ state: "preparing" }));
      expect(await checked.mayBeMissing()).toBe(true);
      for (let runs = 0; (await checked.mayBeMissing()) && runs < 20; runs++)
        await readBackLicences(ports);
    }
    expect(await checked.mayBeMissing()).toBe(false);
    expect(await view(after.order)).toMatchObject({ key: keyOf(2) });
    const key = await checked.find(product.id, keyHash(product.id, keyOf(1)), null);
    expect(key).toMatchObject({ orderId: before.order.id, isOrderUnknown: true });
    // Its order is found again on the chain, and has its own key.
    const { order, payment } = before;
    await newOrder({ ...order, terms: order.terms } as Parameters<typeof newOrder>[0]);
    expect(await orders.settle(order.id, payment, OPENED_AT + 9)).toBe("settled");
    expect(await view(order)).toMatchObject({ key: keyOf(1), isStanding: true });
    expect(await thing(product.id)).toEqual({ capacity: 3, held: 0, sold: 2 });
  });

  test("says that keys are missing, and gives an added one to who waits", async () => {
    const product = await productWith("pool", 1);
    const before = await bought(product);
    await view(before.order);
    await restore(product.id, [before.order.id], false);
    const after = await bought(product);
    expect(await view(after.order)).toMatchObject({ state: "missing" });
    await addKeys(await read(product.id), keyOf(2), ports);
    expect((await bought(product)).outcome).toBe("refused");
    expect(await view(after.order)).toMatchObject({ key: keyOf(2) });
  });
});
