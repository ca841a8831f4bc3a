import { beforeEach, expect, it, vi } from "vitest";
import { OrderPolls, PRICE_LAMPORTS } from "../../support/polls/order-polls";

/** Past the last valid height, final, and past the time when the chain is asked for it. */
const LAPSED_SLOTS = 300;

function fail(): never {
  throw new TypeError("a fault of this step");
}

beforeEach(() => {
  // Each failed step is logged.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

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
  failing(polls);
  await polls.poll("1");
  for (let round = 0; round < 6; round++) {
    polls.advanceSlots(LAPSED_SLOTS);
    await polls.poll("1");
  }
  expect(polls.stock).toEqual({ sold: 0, held: 0 });
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
