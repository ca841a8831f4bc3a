import { expect, test } from "vitest";
import {
  orderOfRecord,
  parseOrderRecord,
  toOrderRecord,
} from "../../../app/orders/rules/order-record";
import {
  type RecordedPayments,
  reconcileWithChain,
  recordedSignatures,
} from "../../../app/settlement/rules/reconcile-chain";
import {
  MIN_UNMATCHED_LAMPORTS,
  possibleReferences,
  unmatchedPayment,
} from "../../../app/settlement/rules/unmatched-payment";
import { orderOf } from "../../support/factories/order";
import { type Leg, rawTransaction } from "../../support/raw-payments";

const share: Leg = { from: "Buyer", to: "Seller", lamports: 990_000n, extra: ["Reference"] };
const fee: Leg = { from: "Buyer", to: "Platform", lamports: 10_000n, extra: ["Reference"] };
const sent = (...legs: Leg[]) =>
  rawTransaction({ signature: "s", signers: [...new Set(legs.map(({ from }) => from))], legs });

/** One sale. */
function recorded(changes: Partial<RecordedPayments> = {}): RecordedPayments {
  const entry = { orderId: "o", signature: "s", payer: "Buyer" };
  return {
    orders: [
      {
        id: "o",
        reference: "Reference",
        recipient: "Seller",
        platform: "Platform",
        legs: [
          { role: "platform", wallet: "Platform", amount: "10000" },
          { role: "seller", wallet: "Seller", amount: "990000" },
        ],
        shortLamports: 0,
        boundWallet: "Buyer",
      },
    ],
    ledger: [
      { ...entry, kind: "sale", lamports: 1_000_000 },
      { ...entry, kind: "fee", lamports: 10_000 },
    ],
    refundReferences: [],
    resolved: [],
    ...changes,
  };
}

const compare = (books: RecordedPayments, ...legs: Leg[]) =>
  reconcileWithChain(books, "Platform", [["s", sent(...legs)]]);

test("a recorded sale agrees with its transaction", () => {
  expect(compare(recorded(), share, fee)).toEqual([]);
  expect(recordedSignatures(recorded())).toEqual(["s"]);
});

// spec: command.check-ledger
test("lamports that are missing, or recorded under another wallet, are named", () => {
  expect(compare(recorded({ ledger: [] }), share, fee)).toEqual([
    "order o: s brought 1000000 from Buyer, the ledger says 0",
  ]);
  const gift = { ...share, from: "Other", lamports: 5n };
  expect(compare(recorded(), share, fee, gift)).toEqual([
    "order o: s brought 5 from Other, the ledger says 0",
  ]);
});

test("a rolled back entry needs no transaction", () => {
  const { ledger } = recorded();
  const reversed = { orderId: "o", signature: "s", payer: "Buyer", kind: "rolled_back" };
  const books = recorded({ ledger: [...ledger, { ...reversed, lamports: -1_000_000 }] });
  expect(recordedSignatures(books)).toEqual([]);
});

test("a payment whose reference no order has is named until it is resolved", () => {
  const books = recorded({ orders: [], ledger: [] });
  const small = { ...fee, extra: ["Unknown"], lamports: MIN_UNMATCHED_LAMPORTS - 1n };
  expect(compare(books, small)).toEqual([]);
  const large = { ...fee, extra: ["Unknown"], lamports: 1_000_000n };
  const rest = { ...share, extra: ["Unknown"], lamports: 99_000_000n };
  expect(compare(books, rest, large)).toEqual([
    "s brought 100000000 from Buyer, 1000000 of it to the platform; no order has the reference Unknown",
  ]);
  expect(compare({ ...books, resolved: ["s"] }, large)).toEqual([]);
});

test("a refund that the database lost is named", () => {
  const back = { from: "Seller", to: "Buyer", lamports: 1_000_000n, extra: ["Ref2", "Platform"] };
  expect(compare(recorded(), back)).toEqual([
    "s returned 1000000 from the seller Seller to Buyer; no refund has the reference Ref2",
  ]);
  expect(compare(recorded({ refundReferences: ["Ref2"] }), back)).toEqual([]);
  expect(compare(recorded(), { ...back, to: "Stranger" })).toEqual([]);
});

test("references are looked up of all signed transfers, and no wallets", () => {
  const named = (...legs: Leg[]) => possibleReferences("Platform", sent(...legs));
  expect(named(share, fee)).toEqual(["Reference"]);
  expect(named(fee, { ...share, to: "Other", extra: ["Beside"] })).toEqual(["Reference", "Beside"]);
  expect(named({ ...share, extra: ["Reference", "Platform"] })).toEqual(["Reference"]);
  expect(named({ ...fee, extra: ["A", "Buyer", "B", "C", "D"] })).toEqual(["A", "B", "C", "D"]);
  const failed = rawTransaction({ signers: ["Buyer"], legs: [fee], err: "failed" });
  expect(possibleReferences("Platform", failed)).toEqual([]);
  const unsigned = rawTransaction({ signers: ["Other"], legs: [], inner: [fee] });
  expect(possibleReferences("Platform", unsigned)).toEqual([]);
});

test("a transfer without a reference is no unmatched payment", () => {
  const topUp = sent({ ...fee, extra: [] });
  expect(unmatchedPayment("Platform", "s", topUp, new Set())).toBeNull();
  expect(unmatchedPayment("Platform", "s", sent(share, fee), new Set(["Reference"]))).toBeNull();
});

// spec: payment.record
test("an order's record restores its terms, and other content is no record", () => {
  const order = orderOf({
    productId: "p",
    ownerUid: "seller",
    buyerUid: "buyer",
    priceLamports: 2n ** 53n - 1n,
    referenceSecret: "encrypted",
    saleType: "unique",
  });
  const text = JSON.stringify(toOrderRecord(order, "file"));
  const record = parseOrderRecord(text);
  expect(record && orderOfRecord(record)).toEqual({ ...order, paymentRequested: true });
  for (const other of [
    "",
    "{}",
    "null",
    text.slice(1),
    text.replace('"version":1', '"version":2'),
  ]) {
    expect(parseOrderRecord(other)).toBeNull();
  }
});

test("a payment below the price that was dropped and landed again is not missing", () => {
  const [order] = recorded().orders;
  if (!order) throw new Error("no order");
  const line = { orderId: "o", signature: "dropped", payer: "Buyer" };
  const short = { ...line, kind: "short", lamports: 300 } as const;
  const dropped = { ...line, kind: "dropped", lamports: -300 } as const;
  const dust: Leg = { from: "Buyer", to: "Seller", lamports: 7n, extra: ["Reference"] };
  const after = (shortLamports: number, ledger: RecordedPayments["ledger"]) =>
    compare(recorded({ orders: [{ ...order, shortLamports }], ledger }), dust);
  expect(after(7, [short, dropped])).toEqual([]);
  expect(after(307, [short, dropped, short])).toEqual([]);
  expect(after(6, [short, dropped])).toEqual(["order o: 7 came below the price, the order says 6"]);
});
