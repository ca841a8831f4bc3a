import { describe, expect, test } from "vitest";
import { inFlightMs, purchaseOption } from "../../../app/orders/rules/purchase-option";
import { quote } from "../../../app/orders/rules/terms";
import { orderOf } from "../../support/factories/order";
import { productOf } from "../../support/factories/product";

const product = productOf({ saleType: "limited", saleLimit: 2, recipient: "R" });
const built = {
  transaction: "T",
  account: "A",
  at: 1_000,
  lastValidBlockHeight: 150,
  form: "unsigned" as const,
};
const terms = quote(product, { feeBps: 100, platform: "P" });
const order = orderOf({
  productId: product.id,
  ownerUid: product.ownerUid,
  buyerUid: "b",
  saleType: "limited",
  terms,
});

type Facts = Parameters<typeof purchaseOption>[0];

function option(changes: Partial<typeof product> = {}, facts: Partial<Facts> = {}) {
  const now = { ...product, ...changes };
  return purchaseOption({
    product: now,
    hasFile: true,
    order: null,
    terms: quote(now, { feeBps: 100, platform: "P" }),
    canWait: true,
    ...facts,
  });
}

const HELD = { sold: 1, held: 1 };
const SOLD_OUT = { sold: 2 };
const DISABLED = { status: "disabled" as const };

describe("without an open order", () => {
  // spec: state.buy.none
  test.each<[string, Parameters<typeof option>, object]>([
    ["buys", [], { kind: "buy" }],
    ["sees a disabled product", [DISABLED], { kind: "closed", why: "inactive" }],
    ["sees a price of zero", [{ priceLamports: 0n }], { kind: "closed", why: "invalid_price" }],
    ["sees it sold out", [SOLD_OUT], { kind: "closed", why: "sold_out" }],
    ["can wait for the last unit, which is held", [HELD], { kind: "buy" }],
    [
      "can't wait for the last unit, which is held",
      [HELD, { canWait: false }],
      { kind: "closed", why: "held" },
    ],
    ["sees the file missing", [{}, { hasFile: false }], { kind: "closed", why: "file_missing" }],
  ])("a person %s", (_, facts, expected) => {
    expect(option(...facts)).toEqual(expected);
  });
});

describe("with an open order", () => {
  test.each<[string, Partial<typeof product>, object]>([
    ["pays it", {}, { kind: "pay" }],
    ["sees it sold out like everyone", SOLD_OUT, { kind: "closed", why: "sold_out" }],
    ["sees it disabled like everyone", DISABLED, { kind: "closed", why: "inactive" }],
    ["may ask for a unit that others hold", HELD, { kind: "pay" }],
    ["gets another one at another price", { priceLamports: 900n }, { kind: "buy" }],
    ["gets another one for another payout wallet", { recipient: "R2" }, { kind: "buy" }],
  ])("a person %s", (_, changes, expected) => {
    expect(option(changes, { order })).toEqual(expected);
  });

  // spec: buying.one-answer
  test.each<[Partial<typeof product>, string]>([
    [SOLD_OUT, "sold_out"],
    [DISABLED, "inactive"],
    [{ priceLamports: 900n }, "changed"],
  ])("a person waits while its transaction can land: %o", (changes, why) => {
    expect(option(changes, { order: { ...order, built } })).toEqual({ kind: "wait", why });
  });

  test("a person pays the unit that it holds, though it is the last one", () => {
    const holding = { ...order, built, hold: "held" as const };
    expect(option({ sold: 1, held: 1 }, { order: holding })).toEqual({ kind: "pay" });
  });
});

test.each([
  ["at once", 1_000, 90_000],
  ["a minute later", 61_000, 30_000],
  ["past its time, until the network is certain", 200_000, 5_000],
  ["by a clock that was set back", -3_600_000, 90_000],
])("a built transaction can land for a bounded time: %s", (_, now, expected) => {
  expect(inFlightMs(built, now)).toBe(expected);
});
