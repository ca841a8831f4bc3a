import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import type { ReleaseCause } from "../../../app/orders/rules/order-state";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { newAddress, newSignature } from "../../support/random-keys";
import { newOrder, OPENED_AT } from "../../support/worker-orders";

const orders = ordersIn(openDb(env.DB));
const HEIGHTS = { minValidHeight: 1, slot: 1 };

let productId: string;
let ownerUid: string;

beforeEach(async () => {
  const { uid } = await insertPerson(env.DB);
  ownerUid = uid;
  const traits = { saleLimit: 5, price: 1_000, recipient: "R" };
  productId = await insertProduct(env.DB, ownerUid, traits);
});

/** A signed payment, of a wallet and a co-signer, that holds a unit. */
async function hold(at = OPENED_AT, cosigner = newAddress()) {
  const buyerUid = crypto.randomUUID();
  const { id } = await newOrder({ productId, ownerUid, buyerUid, saleType: "limited" });
  const account = newAddress();
  const transaction = newSignature();
  const charges = [account, cosigner].map((wallet) => ({ wallet, lamports: 1_000n }));
  const signed = { transaction, account, signature: newSignature(), lastValidBlockHeight: 150 };
  const taken = await orders.takeUnit(id, { ...signed, charges }, { ...HEIGHTS, at });
  return { id, buyerUid, account, cosigner, transaction, taken };
}

async function penalized({ buyerUid, account, cosigner }: Awaited<ReturnType<typeof hold>>) {
  const { results } = await env.DB.prepare(
    `SELECT wallet AS key FROM payer_penalties WHERE wallet IN (?1, ?2)
     UNION ALL SELECT uid FROM account_penalties WHERE uid = ?3`,
  )
    .bind(account, cosigner, buyerUid)
    .all();
  return results.length;
}

// spec: stock.penalty
test("a lapse is charged to account and signers where two nodes knew the blockhash", async () => {
  const [seconded, other] = [await hold(), await hold()];
  await orders.recordSeconded(seconded.id, seconded.transaction);
  for (const { id } of [seconded, other]) {
    await orders.releaseBuiltTransaction(id, 150, "expired", OPENED_AT);
  }
  expect([await penalized(seconded), await penalized(other)]).toEqual([3, 0]);
});

test("a failure is charged unless it is excused", async () => {
  const after = async (cause: ReleaseCause) => {
    const one = await hold();
    await orders.releaseBuiltTransaction(one.id, 150, cause, OPENED_AT);
    return penalized(one);
  };
  expect([await after("rejected"), await after("excused"), await after("unsignable")]).toEqual([
    3, 0, 0,
  ]);
});

test("a co-signer has one unit at a time, and none while it has a penalty", async () => {
  const first = await hold();
  expect(first.taken).toBe("taken");
  expect((await hold(OPENED_AT, first.cosigner)).taken).toBe("in_flight");
  await orders.releaseBuiltTransaction(first.id, 150, "rejected", OPENED_AT);
  expect((await hold(OPENED_AT, first.cosigner)).taken).toBe("penalty");
  expect(await orders.penaltyEndsAt(first.id, newAddress())).toBe(OPENED_AT + 600_000);
  expect((await hold(OPENED_AT + 600_000, first.cosigner)).taken).toBe("taken");
});
