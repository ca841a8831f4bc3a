import { expect, test } from "vitest";
import type { OrderTerms } from "../../../app/orders/rules/payment";
import { verifyPayment } from "../../../app/settlement/rules/verify-payment";
import { readVerdict } from "../../../app/settlement/use-cases/verify";
import { ChainUnavailable } from "../../../app/solana/chain";
import { isSameMeta, type RawTransaction } from "../../../app/solana/raw-transaction";
import { noLog } from "../../support/log";
import { rawTransaction } from "../../support/raw-payments";

const terms: OrderTerms = {
  reference: "Reference",
  recipient: "Seller",
  platform: "Platform",
  legs: [
    { role: "platform", wallet: "Platform", amount: "10" },
    { role: "seller", wallet: "Seller", amount: "990" },
  ],
  boundWallet: null,
};
const toSeller = { from: "Buyer", to: "Seller", lamports: 990n, extra: ["Reference"] };
const toPlatform = { from: "Buyer", to: "Platform", lamports: 10n, extra: ["Reference"] };
const shape = { signers: ["Buyer"], legs: [toSeller, toPlatform] };

/** Two nodes, of which the first is asked first; null where the second does not have it. */
function twoNodes(first: RawTransaction | null, second: RawTransaction | null | "dead") {
  const asked = { statuses: 0, transactions: 0 };
  const other = () => {
    if (second === "dead") throw new ChainUnavailable();
    return second;
  };
  const chain = {
    transaction: async () => first,
    async isSeconded() {
      asked.statuses++;
      return other()?.meta?.err === null;
    },
    async isMetaSeconded(raw: RawTransaction) {
      asked.transactions++;
      const seen = other();
      return seen !== null && isSameMeta(raw.meta, seen.meta);
    },
  };
  const judge = (raw: RawTransaction) => verifyPayment(terms, "signature", raw);
  const verify = async (rejection: "final" | "provisional" = "final") =>
    (
      await readVerdict({ chain, log: noLog }, judge, "signature", {
        commitment: "confirmed",
        rejection,
      })
    ).kind;
  return { asked, verify };
}

test("a payment in the signed bytes needs one status of the second node", async () => {
  const raw = rawTransaction(shape);
  const { verify, asked } = twoNodes(raw, raw);
  expect(await verify()).toBe("settled");
  expect(asked).toEqual({ statuses: 1, transactions: 0 });
});

test("a payment in the signed bytes settles whatever one node invents besides", async () => {
  const surplus = { ...toSeller, lamports: 5_000n };
  const invented = rawTransaction({ ...shape, inner: [surplus] });
  expect(await twoNodes(invented, rawTransaction(shape)).verify()).toBe("settled");
});

const loaded = { writable: ["Seller"], readonly: ["Reference"] };
const elsewhere = { writable: ["Elsewhere"], readonly: ["Nothing"] };
test.each<[string, RawTransaction, RawTransaction | null | "dead", string]>([
  ["that the second lacks", rawTransaction(shape), null, "unconfirmed"],
  ["while the second does not answer", rawTransaction(shape), "dead", "unconfirmed"],
  [
    "by an inner transfer that both show",
    rawTransaction({ ...shape, legs: [], inner: [toSeller, toPlatform] }),
    rawTransaction({ ...shape, legs: [], inner: [toSeller, toPlatform] }),
    "settled",
  ],
  [
    "by an inner transfer that one invents",
    rawTransaction({ ...shape, legs: [], inner: [toSeller, toPlatform] }),
    rawTransaction({ ...shape, legs: [] }),
    "unconfirmed",
  ],
  [
    "by loaded addresses that both show",
    rawTransaction({ ...shape, loaded }),
    rawTransaction({ ...shape, loaded }),
    "settled",
  ],
  [
    "by loaded addresses that one invents",
    rawTransaction({ ...shape, loaded }),
    { ...rawTransaction({ ...shape, loaded }), meta: { err: null, loadedAddresses: elsewhere } },
    "unconfirmed",
  ],
  [
    "that is short for one of them alone",
    rawTransaction({ ...shape, legs: [toPlatform] }),
    rawTransaction({ ...shape, legs: [toPlatform], inner: [toSeller] }),
    "unconfirmed",
  ],
  [
    "that failed for one of them alone",
    rawTransaction({ ...shape, err: "Custom" }),
    rawTransaction(shape),
    "unconfirmed",
  ],
])("a payment %s", async (_, first, second, kind) => {
  expect(await twoNodes(first, second).verify()).toBe(kind);
});

test("a rejection that is not remembered needs no second node", async () => {
  const { verify, asked } = twoNodes(rawTransaction({ ...shape, err: "Custom" }), "dead");
  expect(await verify("provisional")).toBe("not_a_payment");
  expect(asked).toEqual({ statuses: 0, transactions: 0 });
});

test("what no node can show is unreadable", async () => {
  expect(await twoNodes(null, null).verify()).toBe("unreadable");
});
