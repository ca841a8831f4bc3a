import { expect, it } from "vitest";
import { recordedLog } from "../../support/log";
import { OrderPolls, PRICE_LAMPORTS } from "../../support/polls/order-polls";

/** Past the last valid height, final, and past the time when the chain is asked for it. */
const LAPSED_SLOTS = 300;

function fail(): never {
  throw new TypeError("a fault of this step");
}

// spec: log.faults
it.each<[step: string, failing: (polls: OrderPolls) => void]>([
  ["the key", (it) => (it.overrides = { referenceKeys: { canSign: fail, sign: fail } })],
  [
    "signing",
    (it) => (it.overrides = { referenceKeys: { canSign: async () => true, sign: fail } }),
  ],
  ["sending", ({ chain }) => (chain.broadcast = fail)],
  ["a transaction that can't be judged", addUnjudgeable],
  [
    "the limit of the buyer",
    (it) => (it.overrides = { orders: { ...it.ports.orders, countNewerAwaiting: fail } }),
  ],
  ["the line", (it) => (it.overrides = { stockLine: { ...it.ports.stockLine, first: fail } })],
  ["the refund", breakRefund],
])("a hold ends with its transaction although this fails: %s", async (_, failing) => {
  const polls = await OrderPolls.open(1);
  polls.chain.dropsBroadcasts = true;
  await polls.sign("1");
  expect(polls.stock.held).toBe(1);
  const { events, log } = recordedLog();
  failing(polls);
  polls.overrides = { ...polls.overrides, log };
  await polls.poll("1");
  for (let round = 0; round < 6; round++) {
    polls.advanceSlots(LAPSED_SLOTS);
    await polls.poll("1");
  }
  expect(polls.stock).toEqual({ sold: 0, held: 0 });
  const failed = events.filter(({ event }) => event === "poll_step_failed");
  // What can't be judged is the fault of the transaction, not of the poll.
  if (failing === addUnjudgeable) expect(events[0]?.event).toBe("transaction_unreadable");
  else expect(failed[0]).toMatchObject({ order: "1", error: expect.any(TypeError) });
});

/** The chain lists a transaction of the order on which the rules throw. */
function addUnjudgeable(polls: OrderPolls): void {
  const raw = polls.chain.landed.get(polls.addJunkTransactions("1", 1));
  if (!raw) throw new Error("it has landed");
  const broken = Object.defineProperty({ ...raw }, "meta", { get: fail, enumerable: true });
  polls.chain.transaction = async () => broken;
}

/** A payment below the price is recorded, whose refund can't be read. */
function breakRefund(polls: OrderPolls): void {
  polls.payBelowPrice("1", PRICE_LAMPORTS / 2n);
  polls.overrides = { refunds: { openOf: fail, complete: fail, releaseExpiredTransaction: fail } };
}
