import fc from "fast-check";
import { expect, it } from "vitest";
import { reconcile } from "../../../app/orders/rules/reconcile";
import { EVENT_COUNT, OrderSimulation } from "../../support/simulation/simulation";
import { HISTORY_COUNT } from "../../support/test-scale";

const LIMITS = [null, 1, 2] as const;

/** Numbers that stand for what happens, in order: see `World.happen`. */
const history = fc.array(fc.nat(EVENT_COUNT - 1), { maxLength: 16 });

it(`keeps the three promises over ${HISTORY_COUNT} random histories`, {
  timeout: 3_600_000,
}, async () => {
  let paid = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...LIMITS), history, async (limit, events) => {
      const simulation = new OrderSimulation(limit);
      for (const event of events) {
        await simulation.applyEvent(event);
        assertNoneUnearned(simulation);
        assertNotOversold(simulation);
        assertChargedOnce(simulation);
      }
      assertLedgerReconciles(simulation);
      await simulation.runToFinality();
      assertNoneUnearned(simulation);
      assertNotOversold(simulation);
      assertLedgerReconciles(simulation);
      assertNoneLost(simulation);
      paid += simulation.database.purchases.size;
    }),
    { numRuns: HISTORY_COUNT },
  );
  // Histories in which nothing is ever sold would prove nothing.
  expect(paid).toBeGreaterThan(HISTORY_COUNT / 5);
});

/** Ledger, orders, purchases and stock say the same, whatever left the chain or came back. */
function assertLedgerReconciles({ database }: OrderSimulation): void {
  const faults = reconcile(database.snapshot());
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/** A unique or limited product is never sold more often than its limit. */
function assertNotOversold({ database: { stock, orders } }: OrderSimulation): void {
  const { limit, sold, held } = stock;
  const count = (hold: string) => [...orders.values()].filter((one) => one.hold === hold).length;
  if (limit !== null && sold + held > limit) throw new Error("sold more than there is");
  if (sold !== count("sold")) throw new Error(`sold ${sold}, orders say ${count("sold")}`);
  if (limit !== null && held !== count("held")) {
    throw new Error(`held ${held}, orders say ${count("held")}`);
  }
}

/** Of the messages that a wallet is given for a held unit, one lands at most. */
function assertChargedOnce({ database, chain, builtPayments }: OrderSimulation): void {
  if (database.stock.limit === null) return;
  const paid = [...builtPayments]
    .filter(([signature]) => chain.landed.has(signature))
    .map(([, id]) => id);
  if (new Set(paid).size < paid.length) throw new Error("a wallet was charged twice");
}

/** Nobody has the file without a payment that is theirs, and none counts for two. */
const earned = new WeakMap<OrderSimulation, Set<string>>();
function assertNoneUnearned(simulation: OrderSimulation): void {
  const known = earned.get(simulation) ?? new Set<string>();
  earned.set(simulation, known);
  const used = new Set<string>();
  for (const [buyer, id] of simulation.database.purchases) {
    const order = simulation.database.orders.get(id);
    const { signature } = order ?? {};
    if (!order || !signature || order.settledAt === null) throw new Error(`${id} is unpaid`);
    if (order.buyerUid !== buyer) throw new Error(`${buyer} has what another one paid`);
    if (used.has(signature)) throw new Error(`${signature} counts twice`);
    used.add(signature);
    // The chain may drop it later; when it was written it had to be there and to be enough.
    if (known.has(`${id} ${signature}`) || simulation.database.accepted.has(id)) continue;
    const raw = simulation.chain.landed.get(signature);
    if (!raw || simulation.verify(id, raw).kind !== "settled")
      throw new Error(`${id} got it for free`);
    known.add(`${id} ${signature}`);
  }
}

/** A buyer who paid has the file, or the order says that money came; no lamport goes unrecorded. */
function assertNoneLost(simulation: OrderSimulation): void {
  for (const [signature, raw] of simulation.chain.landed) {
    for (const [id, order] of simulation.database.orders) {
      const verdict = simulation.verify(id, raw);
      if (verdict.kind === "not_a_payment") continue;
      if (!simulation.database.hasPayment(id, signature))
        throw new Error(`${signature} is not on record`);
      const seen = ["paid", "review", "paid_by_other", "refunded"].includes(order.status);
      if (verdict.kind === "settled" && !seen)
        throw new Error(`${id} was paid and is ${order.status}`);
      const owner = simulation.builtPayments.get(signature);
      if (owner === id && order.status !== "paid" && order.status !== "refunded") {
        throw new Error(
          `${signature} was ours, and ${id} is ${order.status} ${order.reviewReason}`,
        );
      }
    }
  }
}
