import { expect, test } from "vitest";
import { type LedgerSnapshot, reconcile } from "../../../app/orders/rules/reconcile";

/** One sale, as it should stand. */
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
    ledger: [{ orderId: "o", ownerUid: "seller", kind: "sale", lamports: 1_000, signature: "s" }],
  };
}

const changed = (change: (snapshot: LedgerSnapshot) => void) => {
  const snapshot = sale();
  change(snapshot);
  return reconcile(snapshot);
};
const first = <T>([one]: T[]): T => one as T;

test("a sale whose lines name the same people agrees", () => {
  expect(reconcile(sale())).toEqual([]);
});

test.each<[string, (snapshot: LedgerSnapshot) => void, RegExp]>([
  ["a product", ({ products }) => (first(products).ownerUid = "moved"), /its product is moved's/],
  ["a line", ({ ledger }) => (first(ledger).ownerUid = "left"), /its sale is booked for left/],
  ["a purchase", ({ purchases }) => (first(purchases).uid = "left"), /bought by left/],
])("%s that was left behind when an account moved is found", (_name, change, fault) => {
  expect(changed(change)).toEqual([expect.stringMatching(fault)]);
});

test("a purchase that was taken back may have been anybody's", () => {
  const snapshot = sale();
  snapshot.purchases.push({ uid: "another", orderId: "o", revokedAt: 1 });
  expect(reconcile(snapshot)).toEqual([]);
});
