import { expect, test } from "vitest";
import { createRefundWatch } from "../../../app/settlement/use-cases/watch-refund";
import { ChainUnavailable } from "../../../app/solana/chain";
import type { OpenRefund } from "../../../db/orders/refunds";
import { noLog, recordedLog } from "../../support/log";
import { rawTransaction } from "../../support/raw-payments";

const refund = {
  orderId: "order",
  reference: "Reference",
  payer: "Buyer",
  lamports: 990n,
  lastValidBlockHeight: 100,
} as OpenRefund;
const back = { from: "Seller", to: "Buyer", lamports: 990n, extra: ["Reference", "Platform"] };
const junk = { from: "Stranger", to: "Stranger", lamports: 1n, extra: ["Reference"] };

/** One transaction names the refund's reference; `second` is what the other node says of it. */
function prove(leg: typeof back, second: boolean | "dead") {
  const written: string[] = [];
  const { events, log } = recordedLog();
  const other = async () => {
    if (second === "dead") throw new ChainUnavailable();
    return second;
  };
  const row = { signature: "signature", slot: 77, err: null, confirmation: "finalized" } as const;
  const { proveRefund } = createRefundWatch({
    clock: { now: () => 0 },
    log,
    chain: {
      finalizedTip: async () => ({ slot: 200, blockHeight: 200 }),
      signaturesFromSeveral: async () => [row],
      transaction: async () => rawTransaction({ signers: ["Seller", "Stranger"], legs: [leg] }),
      isSeconded: other,
      isMetaSeconded: other,
    },
    refunds: {
      openOf: async () => null,
      complete: async () => written.push("complete") > 0,
      releaseExpiredTransaction: async () => void written.push("release"),
    },
  });
  return proveRefund(refund, "Platform").then((found) => ({ found, written, events }));
}

// spec: refund.refund, log.deals
test("a refund that two nodes show is proved", async () => {
  expect(await prove(back, true)).toEqual({
    found: "proved",
    written: ["complete"],
    events: [{ event: "refund", order: "order", lamports: 990n }],
  });
});

test.each([false, "dead"] as const)(
  "a refund that one node alone shows proves nothing, and no other may be built (%s)",
  async (second) => {
    expect(await prove(back, second)).toEqual({ found: "unknown", written: [], events: [] });
  },
);

test("a stranger's transaction does not keep an expired refund", async () => {
  expect(await prove(junk, true)).toEqual({ found: "expired", written: ["release"], events: [] });
});

test("the refund of a payment beside an unpaid order is watched, except while that is being paid", async () => {
  const asked: string[] = [];
  const { watchRefund } = createRefundWatch({
    clock: { now: () => 0 },
    log: noLog,
    chain: {} as never,
    refunds: {
      openOf: async (id) => {
        asked.push(id);
        return null;
      },
      complete: async () => false,
      releaseExpiredTransaction: async () => undefined,
    },
  });
  const unpaid = { payerWallet: null, shortLamports: 0n, platform: "Platform" };
  for (const status of ["pending", "awaiting", "expired"] as const) {
    await watchRefund({ id: status, status, ...unpaid });
  }
  expect(asked).toEqual(["pending", "expired"]);
});
