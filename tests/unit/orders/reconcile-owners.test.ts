import { expect, test } from "vitest";
import { type LedgerSnapshot, reconcile } from "../../../app/orders/rules/reconcile";

const BOUGHT = { uid: "buyer", productId: "p", orderId: "o", revokedAt: null };

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
        otherThings: 1,
        items: null,
        settledAt: 1,
        paidLamports: 1_000,
        surplusLamports: 0,
        feeOwedLamports: 0,
      },
    ],
    itemHolds: [],
    things: [{ id: "use:c", capacity: 1, held: 0, sold: 1 }],
    holds: [{ thing: "use:c", state: "sold", orderId: "o" }],
    shares: [],
    rights: [{ ...BOUGHT }],
    purchases: [{ ...BOUGHT }],
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

test("shares that are not those of the ledger are a discrepancy", () => {
  const share = { orderId: "o", kind: "share", lamports: 7, signature: "s" };
  const fault = "order o: share of s: the ledger has -7 more than the entries by wallet";
  expect(changed(({ shares }) => shares.push(share))).toEqual([fault]);
  const line = { ...share, ownerUid: "seller", payer: "w" };
  expect(changed(({ shares, ledger }) => ledger.push(line) && shares.push(share))).toEqual([]);
});

test.each<[string, (snapshot: LedgerSnapshot) => void, RegExp]>([
  ["a product", ({ products }) => (first(products).ownerUid = "moved"), /its product is moved's/],
  [
    "a ledger entry",
    ({ ledger }) => (first(ledger).ownerUid = "left"),
    /its sale is booked for left/,
  ],
  [
    "a purchase",
    ({ purchases }) => (first(purchases).uid = "left"),
    /bought by left, and the right is of buyer/,
  ],
])("%s that a merge missed is a discrepancy", (_name, change, fault) => {
  expect(changed(change)).toEqual([expect.stringMatching(fault)]);
});

test("a right that a merge missed is a discrepancy", () => {
  expect(changed(({ rights }) => (first(rights).uid = "left"))).toEqual([
    "order o: bought by buyer, and the right is of left",
    "order o: opened for buyer, bought by left",
  ]);
});

test("a revoked right may have any buyer, and no purchase", () => {
  const ended = { ...BOUGHT, uid: "another", productId: "q", revokedAt: 1 };
  expect(changed(({ rights }) => rights.push(ended))).toEqual([]);
});

test("a purchase without its right is a discrepancy, and one that ended without it", () => {
  const lacks = "order o: bought by buyer, and the right is of nobody";
  expect(changed((all) => (all.rights = []))).toContain(lacks);
  const ended = ({ purchases }: LedgerSnapshot) => (first(purchases).revokedAt = 1);
  expect(changed(ended)).toEqual(["order o: bought by buyer, ended, and the right is of buyer"]);
});

test.each<[string, (snapshot: LedgerSnapshot) => void, RegExp[]]>([
  [
    "a counter",
    ({ things }) => (first(things).held = 1),
    [/sold 1, held 1 of 1/, /orders say sold 1, held 0/],
  ],
  ["a capacity", ({ things }) => (first(things).capacity = 0), [/sold 1, held 0 of 0/]],
  [
    "a missing hold",
    (all) => (all.holds = []),
    [/sold, and has 0 of 1 things/, /say sold 0, held 0/],
  ],
  [
    "a hold of another state",
    ({ holds }) => (first(holds).state = "held"),
    [/has 1 of 1/, /say sold 0, held 1/],
  ],
])("%s that does not agree with its orders is a discrepancy", (_name, change, faults) => {
  expect(changed(change)).toEqual(faults.map((fault) => expect.stringMatching(fault)));
});
