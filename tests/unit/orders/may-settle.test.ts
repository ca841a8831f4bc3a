import { describe, expect, test } from "vitest";
import { maySettle, type SettlementFacts } from "../../../app/orders/rules/may-settle";
import type { Order } from "../../../app/orders/rules/order";
import { quote, type Sharing, type Terms } from "../../../app/orders/rules/terms";
import { orderOf, paymentOf } from "../../support/factories/order";
import { productOf } from "../../support/factories/product";
import { filesUnder, readText } from "../../support/sources";

const CREATED_AT = 1_000;
const TOO_LATE = CREATED_AT + 86_400_000;

interface Case {
  order?: Partial<Order>;
  payment?: Partial<ReturnType<typeof paymentOf>>;
  facts?: Partial<Omit<SettlementFacts, "product">>;
  product?: Partial<NonNullable<SettlementFacts["product"]>> | null;
}

function verdictOn({ order: traits, payment, facts, product = {} }: Case): string {
  const ids = { productId: "product", ownerUid: "seller", buyerUid: "buyer" };
  const order = orderOf({ ...ids, createdAt: CREATED_AT, ...traits });
  const stored: SettlementFacts["product"] = {
    status: "active",
    priceLamports: order.priceLamports,
    recipient: order.recipient,
    ...product,
  };
  const verdict = maySettle(order, paymentOf(order, { surplus: 0n, ...payment }), {
    way: "payment",
    product: product === null ? null : stored,
    things: "available",
    payerUid: "payer",
    buyerUid: "buyer",
    isOwned: false,
    isSignatureUsed: false,
    isReturned: false,
    isCodeUsed: false,
    isCodeOff: false,
    isCreditGone: false,
    recordedAt: CREATED_AT,
    ...facts,
  });
  if (verdict.kind === "review") return verdict.reason;
  return verdict.kind === "no" ? verdict.why : verdict.kind;
}

const lateReview = { status: "review", reviewReason: "no_stock" } as const;
const DEARER = { priceLamports: 2_000n };

test.each<[string, string, Case]>([
  ["an open order", "yes", {}],
  [
    "an open order, on the amount that was named",
    "yes",
    { product: { ...DEARER, status: "disabled" } },
  ],
  ["a payment that was given back", "duplicate", { facts: { isReturned: true } }],
  ["an amount below the price", "short", { payment: { covered: 999n } }],
  [
    "two transfers that cover the price together",
    "short",
    { payment: { covered: 600n, sellerPaid: 1_200n } },
  ],
  [
    "any amount that the seller accepts",
    "yes",
    { facts: { way: "accept" }, payment: { covered: 0n } },
  ],
  ["a payment from the wallet that is paid", "payer_is_recipient", { payment: { payer: "R" } }],
  [
    "an order that rests on another payment",
    "duplicate",
    { order: { status: "paid", signature: "x" } },
  ],
  [
    "an order that rests on this payment",
    "yes",
    { order: { status: "paid", signature: "x" }, payment: { signature: "x" } },
  ],
  [
    "a refunded order",
    "duplicate",
    { order: { status: "refunded", signature: "x" }, payment: { signature: "x" } },
  ],
  ["a claim of an order that no other wallet paid", "duplicate", { facts: { way: "claim" } }],
  ["a claim", "yes", { order: { status: "paid_by_other" }, facts: { way: "claim" } }],
  [
    "a claim by the seller",
    "owned",
    { order: { status: "paid_by_other" }, facts: { way: "claim", buyerUid: "seller" } },
  ],
  [
    "a claim of a late payment below today's price",
    "late",
    {
      order: { status: "paid_by_other" },
      facts: { way: "claim", recordedAt: TOO_LATE },
      product: DEARER,
    },
  ],
  [
    "a claim, late, of a payment that was in time",
    "yes",
    { order: { status: "paid_by_other" }, facts: { way: "claim" }, product: DEARER },
  ],
  ["an expired order on today's terms", "yes", { order: { status: "expired" } }],
  [
    "an expired order below today's price",
    "late",
    { order: { status: "expired" }, product: DEARER },
  ],
  [
    "an expired order, and today's price",
    "yes",
    { order: { status: "expired" }, product: DEARER, payment: { covered: 2_000n } },
  ],
  [
    "an expired order, and today's price in two transfers",
    "late",
    { order: { status: "expired" }, product: DEARER, payment: { sellerPaid: 2_000n } },
  ],
  [
    "an expired order of a product that is gone",
    "late",
    { order: { status: "expired" }, product: null },
  ],
  [
    "a late payment in review for its unit",
    "late",
    { order: lateReview, facts: { recordedAt: TOO_LATE }, product: DEARER },
  ],
  [
    "a late payment of a replaced order in review",
    "late",
    { order: { ...lateReview, endedReason: "replaced" }, product: DEARER },
  ],
  [
    "a payment in time that is in review for its unit",
    "yes",
    { order: lateReview, product: DEARER },
  ],
  [
    "a late payment that the seller accepts",
    "yes",
    {
      order: { status: "review", reviewReason: "late" },
      product: DEARER,
      facts: { way: "accept" },
    },
  ],
  [
    "a sale that was rolled back",
    "yes",
    {
      order: { status: "review", reviewReason: "rolled_back" },
      product: DEARER,
      facts: { recordedAt: TOO_LATE },
    },
  ],
  ["a product that is gone", "no_stock", { product: null, facts: { things: "sold_out" } }],
  ["an order whose unit or use is sold", "no_stock", { facts: { things: "sold_out" } }],
  ["an order whose unit or use others hold", "no_stock", { facts: { things: "held" } }],
  [
    "what the seller accepts where nothing is free",
    "no_stock",
    { order: lateReview, facts: { way: "accept", things: "held" } },
  ],
  [
    "a claim where nothing is free",
    "no_stock",
    { order: { status: "paid_by_other" }, facts: { way: "claim", things: "sold_out" } },
  ],
  [
    "what its owner pays for an order that was opened for another wallet",
    "duplicate",
    { order: { buyerUid: null, buyerWallet: "other" }, facts: { isOwned: true } },
  ],
  [
    "what its owner pays for an order that was opened for that wallet",
    "owned",
    {
      order: { buyerUid: null, buyerWallet: "own" },
      payment: { payer: "own" },
      facts: { isOwned: true },
    },
  ],
])("%s is %s", (_, says, one) => {
  expect(verdictOn(one)).toBe(says);
});

describe.each<[string, Partial<Sharing>]>([
  ["", {}],
  [" that others share in", { sharers: [{ role: "author", wallet: "author", bps: 2_000 }] }],
])("a late payment of an order%s, 1,000 lamports less a discount of 300,", (_, shared) => {
  const sharing = { sharers: [], canReceive: new Set(["author"]), debts: new Map(), ...shared };
  const discount = { kind: "code", id: "spring", label: "Spring", amount: "-300" } as const;
  const terms: Terms = quote(productOf({ recipient: "R" }), {
    ...{ feeBps: 100, platform: "P", sharing, adjustments: [discount] },
  });
  const order = { status: "expired", terms, priceLamports: 700n } as const;

  test.each<[string, string, bigint, Partial<Case>]>([
    ["settles while the price is the same", "yes", 1_000n, {}],
    ["is in review after the price rose", "late", 1_100n, {}],
    ["is in review after the price fell, above what was paid", "late", 701n, {}],
    ["settles after the price fell to what was paid", "yes", 700n, {}],
    ["settles for the whole price of today", "yes", 1_100n, { payment: { covered: 1_100n } }],
    ["settles from a wallet that shares in it", "yes", 1_000n, fromAuthor(terms)],
    ["is too little below its total", "short", 1_000n, { payment: { covered: 699n } }],
  ])("%s", (_what, says, priceLamports, one) => {
    expect(verdictOn({ order, product: { priceLamports }, ...one })).toBe(says);
  });
});

/** The wallet of an author, where there is one, keeps its own share. */
function fromAuthor({ legs }: Terms): Partial<Case> {
  const own = legs.find(({ role }) => role === "author");
  return own ? { payment: { payer: "author", covered: 700n - BigInt(own.amount) } } : {};
}

// spec: payment.rule-first
test("the settling writes have one caller, which asks the rule", () => {
  const callers = filesUnder(["app", "workers"], /\.tsx?$/).filter((path) =>
    /\borders\.(settle|claim)\(/.test(readText(path)),
  );
  expect(callers).toEqual(["app/orders/use-cases/settle-payment.ts"]);
});
