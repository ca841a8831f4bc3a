import fc from "fast-check";
import { expect, it } from "vitest";
import { reconcile } from "../../../app/orders/rules/reconcile";
import { EVENTS, World } from "../../support/simulation/simulation";
import { HISTORIES } from "../../support/test-scale";

const LIMITS = [null, 1, 2] as const;

/** Numbers that stand for what happens, in order: see `World.happen`. */
const history = fc.array(fc.nat(EVENTS - 1), { maxLength: 16 });

it(`keeps the three promises over ${HISTORIES} random histories`, {
  timeout: 3_600_000,
}, async () => {
  let paid = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...LIMITS), history, async (limit, events) => {
      const world = new World(limit);
      for (const event of events) {
        await world.happen(event);
        assertNoneUnearned(world);
        assertNotOversold(world);
        assertChargedOnce(world);
      }
      assertLedgerReconciles(world);
      await world.calm();
      assertNoneUnearned(world);
      assertNotOversold(world);
      assertLedgerReconciles(world);
      assertNoneLost(world);
      paid += world.record.purchases.size;
    }),
    { numRuns: HISTORIES },
  );
  // Histories in which nothing is ever sold would prove nothing.
  expect(paid).toBeGreaterThan(HISTORIES / 5);
});

/** Ledger, orders, purchases and stock say the same, whatever left the chain or came back. */
function assertLedgerReconciles({ record }: World): void {
  const faults = reconcile(record.snapshot());
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/** A unique or limited product is never sold more often than its limit. */
function assertNotOversold({ record: { stock, orders } }: World): void {
  const { limit, sold, held } = stock;
  const count = (hold: string) => [...orders.values()].filter((one) => one.hold === hold).length;
  if (limit !== null && sold + held > limit) throw new Error("sold more than there is");
  if (sold !== count("sold")) throw new Error(`sold ${sold}, orders say ${count("sold")}`);
  if (limit !== null && held !== count("held")) {
    throw new Error(`held ${held}, orders say ${count("held")}`);
  }
}

/** Of the messages that a wallet is given for a held unit, one lands at most. */
function assertChargedOnce({ record, chain, ours }: World): void {
  if (record.stock.limit === null) return;
  const paid = [...ours].filter(([signature]) => chain.landed.has(signature)).map(([, id]) => id);
  if (new Set(paid).size < paid.length) throw new Error("a wallet was charged twice");
}

/** Nobody has the file without a payment that is theirs, and none counts for two. */
const earned = new WeakMap<World, Set<string>>();
function assertNoneUnearned(world: World): void {
  const known = earned.get(world) ?? new Set<string>();
  earned.set(world, known);
  const used = new Set<string>();
  for (const [buyer, id] of world.record.purchases) {
    const order = world.record.orders.get(id);
    const { signature } = order ?? {};
    if (!order || !signature || order.settledAt === null) throw new Error(`${id} is unpaid`);
    if (order.buyerUid !== buyer) throw new Error(`${buyer} has what another one paid`);
    if (used.has(signature)) throw new Error(`${signature} counts twice`);
    used.add(signature);
    // The chain may drop it later; when it was written it had to be there and to be enough.
    if (known.has(`${id} ${signature}`) || world.record.accepted.has(id)) continue;
    const raw = world.chain.landed.get(signature);
    if (!raw || world.verdict(id, raw).kind !== "settled") throw new Error(`${id} got it for free`);
    known.add(`${id} ${signature}`);
  }
}

/** A buyer who paid has the file, or the order says that money came; no lamport goes unrecorded. */
function assertNoneLost(world: World): void {
  for (const [signature, raw] of world.chain.landed) {
    for (const [id, order] of world.record.orders) {
      const verdict = world.verdict(id, raw);
      if (verdict.kind === "not_a_payment") continue;
      if (!world.record.has(id, signature)) throw new Error(`${signature} is not on record`);
      const seen = ["paid", "review", "paid_by_other", "refunded"].includes(order.status);
      if (verdict.kind === "settled" && !seen)
        throw new Error(`${id} was paid and is ${order.status}`);
      const owner = world.ours.get(signature);
      if (owner === id && order.status !== "paid" && order.status !== "refunded") {
        throw new Error(
          `${signature} was ours, and ${id} is ${order.status} ${order.reviewReason}`,
        );
      }
    }
  }
}
