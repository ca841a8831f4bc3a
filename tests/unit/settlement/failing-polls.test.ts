import { beforeEach, expect, it, vi } from "vitest";
import { OrderSimulation } from "../../support/simulation/simulation";

/** Past the last valid height, final, and past the time when the chain is asked for it. */
const LAPSED_SLOTS = 300;

function fail(): never {
  throw new TypeError("a fault of this step");
}

beforeEach(() => {
  // Each failed step is logged.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

it.each<[step: string, failing: (simulation: OrderSimulation) => void]>([
  ["the key", (it) => (it.overrides = { referenceKeys: { canSign: fail, sign: fail } })],
  [
    "signing",
    (it) => (it.overrides = { referenceKeys: { canSign: async () => true, sign: fail } }),
  ],
  ["sending", ({ chain }) => (chain.broadcast = fail)],
  ["a transaction that can't be judged", addUnjudgeable],
  ["the limit of the buyer", ({ database }) => (database.port.countNewerAwaiting = fail)],
  ["the line", ({ database }) => (database.linePort.first = fail)],
  ["the refund", breakRefund],
])("a hold ends with its transaction although this fails: %s", async (_, failing) => {
  const simulation = new OrderSimulation(1);
  simulation.chain.dropsBroadcasts = true;
  await simulation.sign("1");
  expect(simulation.database.stock.held).toBe(1);
  failing(simulation);
  await simulation.poll("1");
  for (let round = 0; round < 6; round++) {
    simulation.advanceSlots(LAPSED_SLOTS);
    await simulation.poll("1");
  }
  expect(simulation.database.stock).toEqual({ limit: 1, sold: 0, held: 0 });
});

/** The chain lists a transaction of the order on which the rules throw. */
function addUnjudgeable(simulation: OrderSimulation): void {
  simulation.addJunkTransactions("1", 1);
  for (const [signature, raw] of simulation.chain.landed) {
    const broken = Object.defineProperty({ ...raw }, "meta", { get: fail, enumerable: true });
    simulation.chain.transaction = async () => broken;
    expect(signature).toBeTruthy();
  }
}

/** A payment of another wallet is recorded, whose refund can't be read. */
function breakRefund(simulation: OrderSimulation): void {
  const order = simulation.database.orders.get("1");
  if (order) order.payerWallet = "Payer";
  simulation.overrides = {
    refunds: { openOf: fail, complete: fail, releaseExpiredTransaction: fail },
  };
}
