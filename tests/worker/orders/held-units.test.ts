import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { newAddress, newSignature } from "../../support/random-keys";
import { newOrder, newPayment, OPENED_AT } from "../../support/worker-orders";

const orders = ordersIn(openDb(env.DB));

// spec: stock.counts
test("a unit that waits for its seller's decision counts in the share of pre-signed transactions", async () => {
  const ownerUid = crypto.randomUUID();
  await insertPerson(env.DB, { uid: ownerUid });
  const productId = await insertProduct(env.DB, ownerUid, {
    price: 1_000,
    recipient: newAddress(),
    saleLimit: 4,
  });
  const open = () =>
    newOrder({ productId, ownerUid, buyerUid: crypto.randomUUID(), saleType: "limited" });
  const hold = async (id: string) =>
    orders.recordBuilt(
      id,
      {
        transaction: newSignature(),
        account: newAddress(),
        at: OPENED_AT,
        lastValidBlockHeight: 150,
        form: "presigned",
      },
      {
        hold: { address: "192.0.2.7", rateScale: 1 },
        replaces: null,
        minValidHeight: 40,
        nextPollAt: OPENED_AT,
      },
    );
  const [first, second] = [await open(), await open()];
  expect(await hold(first.id)).toBe("recorded");
  await orders.misdirected(first.id, newPayment(), OPENED_AT);
  expect(await hold(second.id)).toBe("share_used_up");
});
