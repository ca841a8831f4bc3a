import fc from "fast-check";
import { expect, it } from "vitest";
import { reconcile } from "../../../app/orders/rules/reconcile";
import { CLAIMED_ORDER_ID, OWNER_UID, OWNERS_WALLET, uidOf } from "../../support/simulation/orders";
import { EVENT_COUNT, OrderSimulation } from "../../support/simulation/simulation";
import { HISTORY_COUNT } from "../../support/test-scale";

const LIMITS = [null, 1, 2] as const;

/** A sequence of events: see `OrderSimulation.applyEvent`. */
const history = fc.array(fc.nat(EVENT_COUNT - 1), { maxLength: 16 });

// spec: payment.histories, command.long
it(`keeps its invariants over ${HISTORY_COUNT} random histories`, {
  timeout: 3_600_000,
}, async () => {
  let paid = 0;
  let cosigned = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...LIMITS), history, async (limit, events) => {
      const simulation = new OrderSimulation(limit);
      for (const event of events) {
        await simulation.applyEvent(event);
        assertPurchasesPaid(simulation);
        assertWithinLimit(simulation);
        assertChargedOnce(simulation);
      }
      assertLedgerReconciles(simulation);
      await simulation.runToFinality();
      assertPurchasesPaid(simulation);
      assertWithinLimit(simulation);
      assertLedgerReconciles(simulation);
      assertPaymentsRecorded(simulation);
      paid += simulation.database.purchases.size;
      cosigned += [...simulation.database.purchases.values()].filter((id) => {
        const { signature } = simulation.database.orders.get(id) ?? {};
        return signature && simulation.database.taken.has(signature);
      }).length;
    }),
    { numRuns: HISTORY_COUNT },
  );
  // Enough histories must contain a sale.
  expect(paid).toBeGreaterThan(HISTORY_COUNT / 5);
  expect(cosigned).toBeGreaterThan(HISTORY_COUNT / 200);
});

/** Ledger, orders, purchases and stock agree after any reorganization. */
function assertLedgerReconciles({ database }: OrderSimulation): void {
  const faults = reconcile(database.snapshot());
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/** A unique or limited product is never sold more often than its limit. */
function assertWithinLimit({ database: { stock, orders } }: OrderSimulation): void {
  const { limit, sold, held } = stock;
  const count = (hold: string) => [...orders.values()].filter((one) => one.hold === hold).length;
  if (limit !== null && sold + held > limit)
    throw new Error("more units sold and held than the limit");
  if (sold !== count("sold")) throw new Error(`sold ${sold}, orders say ${count("sold")}`);
  if (limit !== null && held !== count("held")) {
    throw new Error(`held ${held}, orders say ${count("held")}`);
  }
}

/** Of the transactions built for a held unit, at most one lands. */
function assertChargedOnce({ database, chain, builtPayments }: OrderSimulation): void {
  if (database.stock.limit === null) return;
  // One that nodes rejected may land later, after the wallet was filled again.
  const signed = [...database.taken].filter(([signature]) => !database.rejected.has(signature));
  const paid = [...builtPayments, ...signed]
    .filter(([signature]) => chain.landed.has(signature))
    .map(([, id]) => id);
  if (new Set(paid).size < paid.length) throw new Error("a wallet was charged twice");
}

/** Every purchase has a payment of its order, and no payment counts for two. */
const verified = new WeakMap<OrderSimulation, Set<string>>();
function assertPurchasesPaid(simulation: OrderSimulation): void {
  const known = verified.get(simulation) ?? new Set<string>();
  verified.set(simulation, known);
  const used = new Set<string>();
  for (const [buyer, id] of simulation.database.purchases) {
    const order = simulation.database.orders.get(id);
    const { signature } = order ?? {};
    if (!order || !signature || order.settledAt === null) throw new Error(`${id} is unpaid`);
    if (order.buyerUid !== buyer) throw new Error(`${buyer} has a purchase paid by another buyer`);
    if (buyer === OWNER_UID || order.payerWallet === OWNERS_WALLET)
      throw new Error("the seller bought their own product");
    if (id === CLAIMED_ORDER_ID && buyer !== uidOf(order.payerWallet ?? ""))
      throw new Error(`${order.payerWallet} paid for ${buyer}`);
    if (used.has(signature)) throw new Error(`${signature} counts twice`);
    used.add(signature);
    // A fork may drop it later: when the purchase was written it was on the chain and sufficient.
    if (known.has(`${id} ${signature}`) || simulation.database.accepted.has(id)) continue;
    const raw = simulation.chain.landed.get(signature);
    if (!raw || simulation.verify(id, raw).kind !== "settled")
      throw new Error(`${id} has a purchase without a payment`);
    known.add(`${id} ${signature}`);
  }
}

/** Every payment is recorded, and its order is settled or shows the payment. */
function assertPaymentsRecorded(simulation: OrderSimulation): void {
  for (const [signature, raw] of simulation.chain.landed) {
    for (const [id, order] of simulation.database.orders) {
      const verdict = simulation.verify(id, raw);
      if (verdict.kind === "not_a_payment") continue;
      if (!simulation.database.hasPayment(id, signature))
        throw new Error(`${signature} is not on record`);
      const { payer, sellerPaid, feePaid, others = [] } = verdict.payment;
      for (const one of [{ payer, lamports: sellerPaid + feePaid }, ...others]) {
        const recorded = simulation.database.recorded(id, signature, one.payer);
        if (recorded !== Number(one.lamports)) {
          throw new Error(`${signature}: ${recorded} of ${one.lamports} from ${one.payer}`);
        }
      }
      const seen = ["paid", "review", "paid_by_other", "refunded"].includes(order.status);
      // What the seller or an owner of the product pays for another person's order stands beside it.
      const isForOther = order.buyerUid === null && order.buyerWallet !== payer;
      const isBeside = isForOther && simulation.database.ledger.hasDuplicate(id, signature);
      if (verdict.kind === "settled" && payer !== OWNERS_WALLET && !isBeside && !seen)
        throw new Error(`${id} was paid and is ${order.status}`);
      const { taken, rejected } = simulation.database;
      const signer = rejected.has(signature) ? undefined : taken.get(signature);
      const owner = simulation.builtPayments.get(signature) ?? signer;
      // A hand-made payment for another order may have given the buyer the product first.
      const isOwned =
        order.status === "review" &&
        order.reviewReason === "owned" &&
        order.buyerUid === `buyer${id}`;
      if (owner === id && !isOwned && order.status !== "paid" && order.status !== "refunded") {
        throw new Error(
          `${signature} was built for ${id}, which is ${order.status} ${order.reviewReason}`,
        );
      }
    }
  }
}
