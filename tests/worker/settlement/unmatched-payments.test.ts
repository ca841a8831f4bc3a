import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { unmatchedPaymentsIn } from "../../../db/settlement/unmatched-payments";
import { newSignature } from "../../support/random-keys";
import { insertion } from "../../support/rows";

const unmatched = unmatchedPaymentsIn(openDb(env.DB));
const payment = (signature = newSignature()) => ({
  signature,
  slot: 5,
  payer: "Payer",
  reference: "Reference",
  lamports: 20_000n,
  paidLamports: 2_000_000n,
});

// spec: payment.unmatched
test("a payment is recorded once, and not again after it was resolved", async () => {
  const one = payment();
  await unmatched.add(one, 1);
  await unmatched.add({ ...one, lamports: 1n }, 2);
  expect(await unmatched.unresolved()).toEqual([one]);
  expect(await unmatched.countUnresolved()).toBe(1);
  await unmatched.resolve(one.signature, 3);
  await unmatched.add(one, 4);
  expect(await unmatched.countUnresolved()).toBe(0);
});

test("the table is bounded", async () => {
  const rows = Array.from({ length: 1_100 }, () => {
    const { lamports: _, paidLamports: __, ...row } = payment();
    return insertion(env.DB, "unmatched_payments", { ...row, lamports: 1, at: 1 });
  });
  await env.DB.batch(rows);
  const count = await unmatched.countUnresolved();
  await unmatched.add(payment(), 5);
  expect(await unmatched.countUnresolved()).toBe(count);
});
