import { expect, test } from "vitest";
import { type LedgerSnapshot, reconcile } from "../../../app/orders/rules/reconcile";

/** A consistent snapshot of one sale. */
function sale(): LedgerSnapshot {
  return {
    products: [{ id: "p", ownerUid: "seller", saleLimit: null, sold: 1, held: 0 }],
    orders: [
      {
        id: "o",
        productId: "p",
        ownerUid: "seller",
        buyerUid: "buyer",
        status: "paid",
        hold: "sold",
        settledAt: 1,
        paidLamports: 1_000,
        surplusLamports: 0,
        feeOwedLamports: 0,
      },
    ],
    purchases: [{ uid: "buyer", orderId: "o", revokedAt: null }],
    ledger: [
      {
        orderId: "o",
        ownerUid: "seller",
        kind: "sale",
        lamports: 1_000,
        signature: "s",
        payer: "w",
      },
    ],
  };
}

const changed = (change: (snapshot: LedgerSnapshot) => void) => {
  const snapshot = sale();
  change(snapshot);
  return reconcile(snapshot);
};
const first = <T>([one]: T[]): T => one as T;

test("a sale with consistent owners has no discrepancy", () => {
  expect(reconcile(sale())).toEqual([]);
});

test.each<[string, (snapshot: LedgerSnapshot) => void, RegExp]>([
  ["a product", ({ products }) => (first(products).ownerUid = "moved"), /its product is moved's/],
  [
    "a ledger entry",
    ({ ledger }) => (first(ledger).ownerUid = "left"),
    /its sale is booked for left/,
  ],
  ["a purchase", ({ purchases }) => (first(purchases).uid = "left"), /bought by left/],
])("%s that a merge missed is a discrepancy", (_name, change, fault) => {
  expect(changed(change)).toEqual([expect.stringMatching(fault)]);
});

test("a revoked purchase may have any buyer", () => {
  const snapshot = sale();
  snapshot.purchases.push({ uid: "another", orderId: "o", revokedAt: 1 });
  expect(reconcile(snapshot)).toEqual([]);
});
