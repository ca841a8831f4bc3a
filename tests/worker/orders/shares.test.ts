import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { NO_SHARES, quote } from "../../../app/orders/rules/terms";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { paymentOf } from "../../support/factories/order";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { newAddress } from "../../support/random-keys";
import { newOrder, OPENED_AT } from "../../support/worker-orders";

const orders = ordersIn(openDb(env.DB));

/** Sums of both books of an order. */
async function booksOf(id: string) {
  const sums = ["ledger", "share_entries"].map((table) =>
    env.DB.prepare(
      `SELECT coalesce(sum(lamports), 0) AS lamports FROM ${table}
       WHERE order_id = ? AND kind IN ('share_owed', 'share_owed_rolled_back')`,
    ).bind(id),
  );
  const results = await env.DB.batch<{ lamports: number }>(sums);
  return results.map(({ results: [row] }) => row?.lamports);
}

test("a file that is granted after a rollback owes the others nothing, until it is paid after all", async () => {
  const { uid: ownerUid } = await insertPerson(env.DB);
  const { uid: buyerUid } = await insertPerson(env.DB);
  const recipient = newAddress();
  const productId = await insertProduct(env.DB, ownerUid, { price: 1_000, recipient });
  const owed = [{ role: "author", wallet: newAddress(), amount: "99" }] as const;
  const terms = quote(
    {
      id: productId,
      title: "",
      priceLamports: 1_000n,
      recipient,
      saleType: "infinite",
      version: 1,
    },
    { feeBps: 100, platform: newAddress(), shares: { ...NO_SHARES, owed } },
  );
  const { id } = await newOrder({ productId, ownerUid, buyerUid, recipient, terms });
  const payment = paymentOf({ terms }, { surplus: 0n });
  expect(await orders.settle(id, payment, OPENED_AT)).toBe("settled");
  expect(await booksOf(id)).toEqual([99, 99]);
  await orders.rollBack(id, payment.signature, OPENED_AT);
  expect(await booksOf(id)).toEqual([0, 0]);
  const granted = { ...payment, sellerPaid: 0n, feePaid: 0n };
  expect(await orders.settle(id, granted, OPENED_AT, OPENED_AT)).toBe("settled");
  expect(await booksOf(id)).toEqual([0, 0]);
  expect(await orders.settle(id, payment, OPENED_AT)).toBe("settled");
  expect(await booksOf(id)).toEqual([99, 99]);
});
