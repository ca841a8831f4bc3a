import { expect, test } from "vitest";
import { Problem } from "../../../app/lib/problem";
import { assertFinal } from "../../../app/refunds/use-cases/assert-final";
import { createDropPayment } from "../../../app/settlement/use-cases/drop-payment";
import { ChainUnavailable, type SignatureStatus } from "../../../app/solana/chain";
import { ASSUMED_PACE } from "../../../app/solana/pace";

const MINUTE_MS = 60_000;
const SLOT = 100;
const final: SignatureStatus = {
  slot: SLOT,
  err: null,
  confirmation: "finalized",
  node: 0,
};

interface World {
  status: SignatureStatus | null;
  isSeconded?: boolean;
  isGone?: boolean | "unknown";
  tip?: number;
  ageMs?: number;
}

/** The answer to a seller, and the payments that were taken off the record. */
async function ask({
  status,
  isSeconded = true,
  isGone = true,
  tip = SLOT,
  ageMs = 10 * MINUTE_MS,
}: World) {
  const dropped: string[] = [];
  const ports = {
    clock: { now: () => ageMs },
    chain: {
      statuses: async () => [status],
      isSeconded: async () => isSeconded,
      pace: async () => ASSUMED_PACE,
      finalizedTip: async () => ({ slot: tip, blockHeight: tip }),
      async isGone() {
        if (isGone === "unknown") throw new ChainUnavailable();
        return isGone;
      },
    },
    orders: {
      async drop(id: string, signature: string) {
        dropped.push(`${id} ${signature}`);
      },
    },
  };
  const transactions = async () => [{ signature: "payment", slot: SLOT, recordedAt: 0 }];
  const answer = await assertFinal(
    { orderId: "order", payer: "Payer" },
    {
      chain: ports.chain,
      // The ports that it uses.
      settlement: { dropIfGone: createDropPayment(ports as never) },
      incomingPayments: { transactions },
    },
  ).then(
    () => "final",
    (error) =>
      error instanceof Problem ? error.detail.messageKey : (error as Error).constructor.name,
  );
  return { answer, dropped };
}

const confirmed = { ...final, confirmation: "confirmed" } as const;

test.each<[string, World, string]>([
  ["final by two nodes", { status: final }, "final"],
  [
    "final by one node alone",
    { status: final, isSeconded: false, isGone: false },
    "payment_not_final",
  ],
  ["not final yet", { status: confirmed, isGone: false }, "payment_not_final"],
  ["missing, and may still land", { status: null, ageMs: MINUTE_MS }, "payment_not_final"],
  ["missing below its slot", { status: null, tip: SLOT - 1 }, "payment_not_final"],
  ["missing on one node only", { status: null, isGone: false }, "payment_not_final"],
  ["missing, and too few nodes answer", { status: null, isGone: "unknown" }, "ChainUnavailable"],
])("a payment that is %s stays on record", async (_, world, says) => {
  const { answer, dropped } = await ask(world);
  expect(answer).toBe(says);
  expect(dropped).toEqual([]);
});

test("a payment that two nodes have no more is taken off the record", async () => {
  expect(await ask({ status: null })).toEqual({
    answer: "payment_dropped",
    dropped: ["order payment"],
  });
});
