import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OrderTerms, type Payment, returnableOf } from "../../../app/orders/rules/payment";
import {
  namesReferenceBesideLegs,
  referencesBefore,
  type Verdict,
  verifyPayment,
} from "../../../app/settlement/rules/verify-payment";
import type { RawTransaction } from "../../../app/solana/raw-transaction";
import { type Leg, rawTransaction, transferData } from "../../support/raw-payments";

const order: OrderTerms = {
  reference: "Reference",
  recipient: "Seller",
  platform: "Platform",
  legs: [
    { role: "platform", wallet: "Platform", amount: "10000" },
    { role: "seller", wallet: "Seller", amount: "990000" },
  ],
  boundWallet: null,
};

const toSeller: Leg = { from: "Buyer", to: "Seller", lamports: 990_000n, extra: ["Reference"] };
const toPlatform: Leg = { from: "Buyer", to: "Platform", lamports: 10_000n, extra: ["Reference"] };

/** They name two orders. */
const both: Leg[] = [toSeller, toPlatform].map((leg) => ({ ...leg, extra: ["Reference", "Ref2"] }));

type Shape = Partial<Parameters<typeof rawTransaction>[0]>;

const verify = (shape: Shape, terms = order): Verdict =>
  verifyPayment(
    terms,
    "signature",
    rawTransaction({ signers: ["Buyer"], legs: [toSeller, toPlatform], ...shape }),
  );

// spec: call.transfers
describe("a payment that settles", () => {
  it("has both legs with the reference", () => {
    expect(verify({})).toEqual({
      kind: "settled",
      payment: {
        signature: "signature",
        slot: 77,
        payer: "Buyer",
        sellerPaid: 990_000n,
        feePaid: 10_000n,
        covered: 1_000_000n,
        surplus: 0n,
        feeOwed: 0n,
        referenceSigned: false,
        isAlone: true,
      },
    });
  });

  it("is alone where the signed bytes name no other order", () => {
    const other = { ...toSeller, lamports: 1n, extra: ["Other"] };
    const loaded = { writable: ["Seller", "Platform"], readonly: ["Reference"] };
    const isAlone = (shape: Shape) => {
      const verdict = verify(shape);
      return verdict.kind === "settled" && verdict.payment.isAlone === true;
    };
    expect(isAlone({})).toBe(true);
    expect(isAlone({ legs: [toSeller, toPlatform, other] })).toBe(false);
    // A node alone tells what programs did, and which accounts a lookup table had.
    expect(isAlone({ guards: true })).toBe(false);
    expect(isAlone({ loaded })).toBe(false);
  });

  // spec: money.surplus
  it.each<[string, Shape, Partial<Payment>?]>([
    ["legs in reverse order", { legs: [toPlatform, toSeller] }],
    ["guard instructions before and after", { guards: true }],
    ["a sponsor as fee payer", { signers: ["Sponsor", "Buyer"] }],
    ["transfers inside a program call", { legs: [], inner: [toSeller, toPlatform] }],
    ["one leg inside a program call", { legs: [toSeller], inner: [toPlatform] }],
    [
      "addresses from a lookup table",
      { loaded: { writable: ["Seller", "Platform"], readonly: ["Reference"] } },
    ],
    ["unrelated transfers", { legs: [{ ...toSeller, lamports: 1n }, toSeller, toPlatform] }],
    ["a surplus", { legs: [{ ...toSeller, lamports: 990_007n }, toPlatform] }, { surplus: 7n }],
    ["a signed reference", { signers: ["Buyer", "Reference"] }, { referenceSigned: true }],
    [
      "further transfers of the payer",
      { legs: [toSeller, toPlatform, { ...toSeller, lamports: 5n }, ...both] },
      { sellerPaid: 1_980_005n, feePaid: 20_000n, surplus: 1_000_005n, feeOwed: 0n },
    ],
  ])("may come with %s", (_, shape, payment = {}) => {
    expect(verify(shape)).toMatchObject({
      kind: "settled",
      payment: { payer: "Buyer", ...payment },
    });
  });

  // spec: money.fee-owed
  it("may be one leg of the whole price; the seller then owes the fee", () => {
    const legs = [{ ...toSeller, lamports: 1_000_000n }];
    const payment = { surplus: 0n, feeOwed: 10_000n, sellerPaid: 1_000_000n, feePaid: 0n };
    expect(verify({ legs })).toMatchObject({ kind: "settled", payment });
  });

  it("must come from the bound wallet", () => {
    const bound = { ...order, boundWallet: "Buyer" };
    expect(verify({}, bound).kind).toBe("settled");
    const others = [{ ...toSeller, from: "Other" }, toSeller, toPlatform];
    expect(verify({ signers: ["Other", "Buyer"], legs: others }, bound)).toMatchObject({
      kind: "settled",
      payment: { payer: "Buyer" },
    });
  });
});

describe("instructions beside the legs that name the reference", () => {
  const GUARD = "GuardProgram1111111111111111111111111111111";
  /** The payment, and an instruction of another program that names the reference. */
  const guarded = (legs = [toSeller, toPlatform]): RawTransaction => {
    const raw = rawTransaction({ signers: ["Buyer", "Reference"], legs, guards: true });
    const { accountKeys, instructions } = raw.transaction.message;
    const indexes = [GUARD, "Reference"].map((key) => accountKeys.indexOf(key));
    const [programIdIndex = 0, reference = 0] = indexes;
    instructions.push({ programIdIndex, accounts: [0, reference], data: "" });
    return raw;
  };
  const plain = (legs: Leg[], terms = order) =>
    namesReferenceBesideLegs(terms, rawTransaction({ signers: ["Buyer"], legs, guards: true }));

  it("are found, whatever they do", () => {
    expect(namesReferenceBesideLegs(order, guarded())).toBe(true);
    expect(plain([toSeller, toPlatform, { ...toSeller, lamports: 1n }])).toBe(true);
    expect(plain([toSeller, toPlatform, { ...toSeller, to: "Elsewhere", lamports: 1n }])).toBe(
      true,
    );
    expect(plain([toSeller, toPlatform, { ...toPlatform, extra: ["Reference", "Ref2"] }])).toBe(
      true,
    );
  });

  it("are none in what the builder makes, with guards around it", () => {
    expect(plain([toSeller, toPlatform])).toBe(false);
    const whole = { ...toSeller, lamports: 1_000_000n };
    expect(plain([whole])).toBe(false);
    const free = {
      ...order,
      legs: [{ role: "seller", wallet: "Seller", amount: "1000000" }],
    } as const;
    expect(plain([{ ...whole, extra: ["Reference", "Platform"] }], free)).toBe(false);
  });

  it("change nothing in the verdict on what has landed", () => {
    const without = verify({ signers: ["Buyer", "Reference"] });
    if (without.kind !== "settled") throw new Error("not settled");
    // Only a node tells what the other instructions did.
    const { isAlone: _, ...payment } = without.payment;
    expect(verifyPayment(order, "signature", guarded())).toEqual({ kind: "settled", payment });
    const dust = { ...toSeller, lamports: 1n };
    expect(verify({ legs: [dust, toSeller, toPlatform] })).toMatchObject({
      kind: "settled",
      payment: { covered: 1_000_000n, surplus: 1n },
    });
    expect(verifyPayment(order, "signature", guarded([dust])).kind).toBe("underpaid");
  });
});

describe("an order without a fee", () => {
  const free = {
    ...order,
    legs: [{ role: "seller", wallet: "Seller", amount: "1000000" }],
  } as const;
  const leg = { ...toSeller, lamports: 1_000_000n };

  // spec: payment.free-fee
  it("settles by one leg, with or without the platform key after the reference", () => {
    const withPlatform = { ...leg, extra: ["Reference", "Platform"] };
    expect(verify({ legs: [withPlatform] }, free).kind).toBe("settled");
    expect(verify({ legs: [leg] }, free).kind).toBe("settled");
  });

  it.each([
    [["Platform", "Reference"]],
    [["Reference", "Other"]],
    [["Reference", "Platform", "Other"]],
  ])("does not settle with %s attached", (extra) => {
    expect(verify({ legs: [{ ...leg, extra }] }, free)).toMatchObject({
      kind: "underpaid",
      payment: { sellerPaid: 1_000_000n },
    });
  });
});

describe("a payment that does not settle", () => {
  it.each([
    ["the seller's leg is 1 lamport short", [{ ...toSeller, lamports: 989_999n }, toPlatform]],
    ["the fee is 1 lamport short", [toSeller, { ...toPlatform, lamports: 9_999n }]],
    ["the fee is missing", [toSeller]],
    ["the seller's leg is missing", [toPlatform]],
    ["the fee lacks the reference", [toSeller, { ...toPlatform, extra: [] }]],
    ["the fee leg has another order's reference", [toSeller, { ...toPlatform, extra: ["Ref2"] }]],
  ])("is underpaid when %s", (_, legs) => {
    expect(verify({ legs }).kind).toBe("underpaid");
  });

  it("is recorded whole where two legs reach the share only together", () => {
    const halves = [500_000n, 490_000n].map((lamports) => ({ ...toSeller, lamports }));
    expect(verify({ legs: [...halves, toPlatform] })).toMatchObject({
      kind: "underpaid",
      payment: { payer: "Buyer", sellerPaid: 990_000n, feePaid: 10_000n },
    });
  });

  it("is underpaid when one leg would count as share and fee", () => {
    const legs = order.legs.map((leg) => ({ ...leg, wallet: "Seller" }));
    const same = { ...order, platform: "Seller", legs };
    expect(verify({ legs: [toSeller] }, same).kind).toBe("underpaid");
    const both = [toSeller, { ...toPlatform, to: "Seller" }];
    expect(verify({ legs: both }, same).kind).toBe("settled");
  });

  it("is misdirected when another wallet is bound", () => {
    expect(verify({}, { ...order, boundWallet: "Other" })).toMatchObject({
      kind: "paid_by_other",
      payment: { payer: "Buyer" },
    });
  });

  const changed = (change: Partial<Leg>) =>
    [toSeller, toPlatform].map((leg) => ({ ...leg, ...change }));

  it.each<[string, Shape, string]>([
    ["no reference", { legs: changed({ extra: [] }) }, "no_transfer"],
    ["another destination", { legs: [{ ...toSeller, to: "Elsewhere" }] }, "no_transfer"],
    ["no lamports", { legs: changed({ lamports: 0n }) }, "no_transfer"],
    ["a failure", { err: { InstructionError: [0, "Custom"] } }, "failed"],
    ["a block that did not run it", { err: "InsufficientFundsForFee" }, "not_run"],
    ["another signature", { signature: "another" }, "other_signature"],
    [
      "the seller as payer",
      { signers: ["Seller"], legs: changed({ from: "Seller" }) },
      "payer_is_recipient",
    ],
    [
      "a source that did not sign",
      { legs: [], inner: changed({ from: "Vault" }) },
      "payer_did_not_sign",
    ],
  ])("is not a payment with %s", (_, shape, reason) => {
    expect(verify(shape)).toEqual({ kind: "not_a_payment", reason });
  });

  it("is not a payment without meta", () => {
    const raw = { ...rawTransaction({ signers: ["Buyer"], legs: [toSeller] }), meta: null };
    expect(verifyPayment(order, "signature", raw)).toMatchObject({ reason: "no_meta" });
  });
});

describe("a payment for an order that others share in", () => {
  const shared: OrderTerms = {
    ...order,
    legs: [
      { role: "platform", wallet: "Platform", amount: "10000" },
      { role: "author", wallet: "Ann", amount: "99000" },
      { role: "author", wallet: "Bob", amount: "1" },
      { role: "seller", wallet: "Seller", amount: "890999" },
    ],
  };
  const to = (wallet: string, lamports: bigint, from = "Buyer"): Leg => {
    return { from, to: wallet, lamports, extra: ["Reference"] };
  };
  const each = [to("Platform", 10_000n), to("Ann", 99_000n), to("Bob", 1n), to("Seller", 890_999n)];
  const due = { paid: 99_001n, due: 99_001n, isComplete: true };

  it("settles with one transfer for each leg, whatever their order", () => {
    for (const legs of [each, each.toReversed()]) {
      expect(verify({ legs }, shared)).toMatchObject({
        kind: "settled",
        payment: { sellerPaid: 890_999n, feePaid: 10_000n, covered: 1_000_000n, shares: due },
      });
    }
  });

  it("is not shared where the seller received the whole price", () => {
    const shares = { paid: 0n, due: 99_001n, isComplete: false };
    const whole = {
      kind: "settled",
      payment: { sellerPaid: 1_000_000n, feeOwed: 10_000n, shares },
    };
    expect(verify({ legs: [to("Seller", 1_000_000n)] }, shared)).toMatchObject(whole);
    const partly = [to("Seller", 1_000_000n), to("Ann", 5n)];
    expect(verify({ legs: partly }, shared)).toMatchObject({
      kind: "settled",
      payment: { surplus: 5n, shares: { ...shares, paid: 5n } },
    });
  });

  it.each([
    ["a leg is missing", each.slice(1)],
    ["a share lacks one lamport", each.map((leg) => (leg.to === "Ann" ? to("Ann", 98_999n) : leg))],
    [
      "a share came in two transfers",
      [...each.slice(2), each[0], to("Ann", 49_500n), to("Ann", 49_500n)],
    ],
    ["one transfer would be two shares", each.filter(({ to: wallet }) => wallet !== "Bob")],
    ["the seller lacks a lamport of the whole", [to("Seller", 999_999n)]],
  ] as [string, Leg[]][])(
    "is underpaid where %s, and can return what reached the seller",
    (_, legs) => {
      const verdict = verify({ legs }, shared);
      expect(verdict.kind).toBe("underpaid");
      if (verdict.kind !== "underpaid") return;
      const reached = legs.filter(({ to: wallet }) => wallet === "Seller");
      expect(returnableOf(verdict.payment)).toBe(reached[0]?.lamports);
    },
  );

  it("leaves out the share of an author who pays, whose transfer to the own wallet moves nothing", () => {
    const byAnn = each.map((leg) => ({ ...leg, from: "Ann" }));
    const without = byAnn.filter(({ to: wallet }) => wallet !== "Ann");
    for (const legs of [byAnn, without]) {
      expect(verify({ signers: ["Ann"], legs }, shared)).toMatchObject({
        kind: "settled",
        payment: {
          payer: "Ann",
          ...{ sellerPaid: 890_999n, feePaid: 10_000n, covered: 901_000n, surplus: 0n },
          shares: { paid: 1n, due: 1n, isComplete: true },
        },
      });
    }
    const whole = [to("Seller", 901_000n, "Ann")];
    expect(verify({ signers: ["Ann"], legs: whole }, shared)).toMatchObject({
      kind: "settled",
      payment: { surplus: 0n, shares: { due: 1n, isComplete: false } },
    });
  });

  it("returns to another wallet only what it sent to the seller", () => {
    const legs = [...each, to("Ann", 7n, "Other"), to("Seller", 5n, "Other")];
    expect(verify({ signers: ["Buyer", "Other"], legs }, shared)).toMatchObject({
      kind: "settled",
      payment: { payer: "Buyer", others: [{ payer: "Other", lamports: 5n }] },
    });
  });

  it("has no instruction with the reference beside its legs", () => {
    const raw = (legs: Leg[]) => rawTransaction({ signers: ["Buyer"], legs });
    expect(namesReferenceBesideLegs(shared, raw(each))).toBe(false);
    expect(namesReferenceBesideLegs(shared, raw([...each, to("Ann", 1n)]))).toBe(true);
  });
});

describe("what is recorded of a payment", () => {
  const second = { ...order, reference: "Ref2" };
  const verifyAmong = (legs: Leg[], terms: OrderTerms, others: OrderTerms[]) =>
    verifyPayment(
      terms,
      "signature",
      rawTransaction({ signers: ["Buyer", "Other"], legs }),
      others,
    );

  it("is all of a transfer with two references, for the first order only", () => {
    expect(verifyAmong(both, order, [second])).toMatchObject({
      kind: "underpaid",
      payment: { payer: "Buyer", sellerPaid: 990_000n, feePaid: 10_000n },
    });
    expect(verifyAmong(both, second, [order])).toEqual({
      kind: "not_a_payment",
      reason: "no_transfer",
    });
  });

  it("is all of a transfer whose first reference is no order's, or one of another seller", () => {
    const underpaid = { kind: "underpaid", payment: { sellerPaid: 990_000n } };
    expect(verifyAmong(both, second, [])).toMatchObject(underpaid);
    const elsewhere = { ...order, recipient: "Elsewhere", platform: "Old platform", legs: [] };
    expect(verifyAmong(both, second, [elsewhere])).toMatchObject(underpaid);
  });

  it("names the keys before the reference", () => {
    const raw = rawTransaction({ signers: ["Buyer"], legs: both });
    expect(referencesBefore(order, raw)).toEqual([]);
    expect(referencesBefore(second, raw)).toEqual(["Reference"]);
  });

  it("has what another wallet sent, under its name", () => {
    const signers = ["Buyer", "Other"];
    const others = [{ payer: "Other", lamports: 7n }];
    const gift = { ...toSeller, from: "Other", lamports: 7n };
    expect(verify({ signers, legs: [toSeller, toPlatform, gift] })).toMatchObject({
      kind: "settled",
      payment: { payer: "Buyer", surplus: 0n, others },
    });
    expect(verify({ signers, legs: [toPlatform, gift] })).toMatchObject({
      kind: "underpaid",
      payment: { payer: "Buyer", feePaid: 10_000n, others },
    });
    const bound = { ...order, boundWallet: "Other" };
    expect(verify({ signers, legs: [toPlatform, gift] }, bound)).toMatchObject({
      kind: "underpaid",
      payment: { payer: "Other", sellerPaid: 7n, others: [{ payer: "Buyer", lamports: 10_000n }] },
    });
  });

  it("has the commission that another wallet paid as part of the sale", () => {
    const legs = [toSeller, { ...toPlatform, from: "Other" }];
    const verdict = verify({ signers: ["Buyer", "Other"], legs });
    expect(verdict).toMatchObject({ kind: "settled", payment: { payer: "Buyer" } });
    expect(verdict).not.toHaveProperty("payment.others");
  });
});

describe("malformed JSON", () => {
  const hostile = (change: (raw: RawTransaction) => void): Verdict => {
    const raw = rawTransaction({ signers: ["Buyer"], legs: [toSeller, toPlatform] });
    change(raw);
    return verifyPayment(order, "signature", raw);
  };

  it("is not a payment with indices out of range or invalid transfer data", () => {
    const change = (patch: object) => (raw: RawTransaction) => {
      for (const instruction of raw.transaction.message.instructions) {
        Object.assign(instruction, patch);
      }
    };
    for (const patch of [
      { programIdIndex: 99 },
      { programIdIndex: -1 },
      { accounts: [0, 99, 3] },
      { accounts: [0] },
      { accounts: [] },
      { data: "" },
      { data: "not base58 0OIl" },
      { data: "2".repeat(10_000) },
      { data: transferData(1_000_000n, 3) },
    ]) {
      expect(hostile(change(patch))).toEqual({ kind: "not_a_payment", reason: "no_transfer" });
    }
  });
});

describe("over random transfers", () => {
  const party = fc.constantFrom("Buyer", "Other", "Seller", "Platform", "Vault");
  const leg = fc.record({
    from: party,
    to: party,
    lamports: fc.bigInt({ min: 0n, max: 1_200_000n }),
    extra: fc.array(fc.constantFrom("Reference", "Ref2", "Platform"), { maxLength: 2 }),
  });
  const legs = fc.array(leg, { maxLength: 6 });

  // spec: payment.random
  it("settles only if seller and platform received the price, and records each lamport once", () => {
    const second = { ...order, reference: "Ref2" };
    fc.assert(
      fc.property(legs, legs, (top, inner) => {
        const signers = ["Buyer", "Other", "Seller"];
        const raw = rawTransaction({ signers, legs: top, inner });
        const verdicts = [
          verifyPayment(order, "signature", raw, [second]),
          verifyPayment(second, "signature", raw, [order]),
        ];
        let recorded = 0n;
        for (const verdict of verdicts) {
          if (verdict.kind === "not_a_payment") continue;
          const { payer, sellerPaid, feePaid, surplus, feeOwed, others = [] } = verdict.payment;
          recorded += sellerPaid + feePaid;
          recorded += others.reduce((sum, { lamports }) => sum + lamports, 0n);
          for (const wallet of [payer, ...others.map((other) => other.payer)]) {
            expect(["Buyer", "Other"]).toContain(wallet);
          }
          if (verdict.kind !== "settled") continue;
          expect(sellerPaid).toBeGreaterThanOrEqual(990_000n);
          expect(sellerPaid + feePaid).toBe(1_000_000n + surplus);
          expect(feePaid + feeOwed).toBeGreaterThanOrEqual(10_000n);
        }
        const sent = [...top, ...inner]
          .filter(({ to }) => to === "Seller" || to === "Platform")
          .filter(({ from }) => from === "Buyer" || from === "Other")
          .filter(({ extra }) => extra.some((key) => key === "Reference" || key === "Ref2"))
          .reduce((sum, { lamports }) => sum + lamports, 0n);
        expect(recorded).toBe(sent);
      }),
      { numRuns: 3_000 },
    );
  });
});
