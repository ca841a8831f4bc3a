import { and, eq, inArray, ne, not, sql } from "drizzle-orm";
import { walletUid as walletUidOf } from "../../app/accounts/rules/wallet-account";
import type { Log } from "../../app/lib/log";
import type {
  FirstTokens,
  OrderStore,
  Orders,
  Settlements,
  SettleOutcome,
  UnsettledPayments,
} from "../../app/orders/ports";
import { KIND_OF_REVIEW, REVERSED_KINDS } from "../../app/orders/rules/ledger-kinds";
import { UNDECIDED_STATUSES } from "../../app/orders/rules/order-state";
import { type Payment, returnableOf } from "../../app/orders/rules/payment";
import { type Db, runBatch, sqlList } from "../client";
import { events, orders, products } from "../schema/index";
import { acceptShortStatements } from "./accepted-short";
import { droppedPayments } from "./dropped-payments";
import { reviewEvent } from "./events";
import { FULFILMENTS, type Fulfilment, takeBack } from "./fulfilment";
import { insertEntry, insertOtherWallets, isReturned, isUnrecorded, sumOf } from "./ledger";
import {
  isOpenOrder,
  isProductOf,
  latePaymentStatements,
  openBuyerAccount,
  RELEASED_HOLD,
  releaseUnit,
  reviewColumns,
  settleStatements,
} from "./order-writes";
import {
  buyerOf,
  type SettlementRow,
  type Settling,
  settleable,
  settlementRow,
  toFacts,
} from "./settlement";
import { reverseShares } from "./shares";
import { partsOf, recordShortStatements } from "./short-payments";
import { makeRoomForBuyer } from "./things";

type Outcomes = Settlements & UnsettledPayments & Pick<OrderStore, "expire">;

/** Writes of payments, expiry, finality and rollback. */
export function orderOutcomes(
  db: Db,
  byId: Orders["byId"],
  {
    firstTokens,
    log,
    fulfilments = FULFILMENTS,
  }: { firstTokens?: FirstTokens; log?: Log; fulfilments?: readonly Fulfilment[] },
): Outcomes {
  const tokenHashOf = async (id: string, at: number) => (await firstTokens?.hashOf(id, at)) ?? null;
  return {
    ...rolledBackOrders(db, fulfilments),
    ...droppedPayments(db),

    async settlement(id, payment, { claimedBy = null, isAccepted = false, at }) {
      const settling = { ...(await settlingOf(id, payment, at, claimedBy)), isAccepted };
      const [order, row] = await Promise.all([
        byId(id),
        db.get<SettlementRow | undefined>(settlementRow(settling)),
      ]);
      return order && row ? { order, facts: toFacts(row, at) } : null;
    },

    async settle(id, payment, at, finalizedAt = null, isAccepted = false) {
      const settling = { ...(await settlingOf(id, payment, at)), payment, isAccepted };
      const tokenHash = await tokenHashOf(id, at);
      const statements = [
        ...latePaymentStatements(db, id, payment, at),
        ...(isAccepted ? [makeRoomForBuyer(db, id)] : []),
        ...settleStatements(db, settling, { finalizedAt, tokenHash, fulfilments }),
      ] as const;
      return settleBy({ byId, log }, settling, () => db.batch(statements));
    },

    async claim(id, buyerUid, payment, at) {
      const settling = { ...(await settlingOf(id, payment, at, buyerUid)), payment };
      const tokenHash = await tokenHashOf(id, at);
      const statements = settleStatements(db, settling, {
        finalizedAt: null,
        tokenHash,
        fulfilments,
      });
      return settleBy({ byId, log }, settling, () => db.batch(statements));
    },

    async acceptShort(id, accepted, at) {
      const main = accepted.parts.reduce((top, part) =>
        part.lamports > top.lamports ? part : top,
      );
      const found = await settlingOf(id, { ...main, payer: accepted.payer }, at);
      const settling = { ...found, isAccepted: true };
      const tokenHash = await tokenHashOf(id, at);
      const statements = [
        makeRoomForBuyer(db, id),
        ...acceptShortStatements(db, settling, accepted.parts, { tokenHash, fulfilments }),
      ] as const;
      const failure = await db.batch(statements).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      const order = await byId(id);
      if (order?.status === "paid" && order.payerWallet === accepted.payer) return "settled";
      if (failure) throw failure.error;
      return "refused";
    },

    async review(id, reason, payment, at) {
      const kind = KIND_OF_REVIEW[reason];
      const settling = await settlingOf(id, payment, at);
      const { payer } = settling;
      // The wallet that the order was opened for may still pay it: its file is not another payer's.
      const isOpenedForOther = sql`buyer_uid IS NULL AND coalesce(buyer_wallet, guest_wallet, '') <> ${payer.wallet}`;
      // The seller decides on one payment and may be refunding it. The wallet that the order was opened
      // for comes before another one, and a payment that was rolled back is gone.
      const rests = sql`status = 'review' AND coalesce(review_reason, '') <> 'rolled_back'
        AND signature IS NOT ${payment.signature}
        AND NOT (coalesce(buyer_wallet, guest_wallet, '') = ${payer.wallet} AND payer_wallet <> ${payer.wallet})`;
      const condition = sql`EXISTS (SELECT 1 FROM orders
        WHERE ${settleable(id)} AND NOT (${rests}) AND NOT (${isOpenedForOther}))`;
      // A seller does not become the buyer of their own product.
      const buyer = sql`CASE WHEN ${isOpenedForOther} THEN NULL
        ELSE coalesce(nullif(${buyerOf(settling)}, owner_uid), buyer_uid) END`;
      await db.batch([
        ...incomingEntries(db, { id, kind, reason, payment, at }),
        ...openBuyerAccount(db, id, { payer, at, condition }),
        db
          .update(orders)
          .set({
            ...reviewColumns(id, payment),
            buyerUid: buyer,
            status: "review",
            reviewReason: reason,
            updatedAt: at,
          })
          .where(and(settleable(id), sql`NOT (${rests})`)),
      ]);
    },

    async misdirected(id, payment, at) {
      await db.batch([
        ...incomingEntries(db, {
          id,
          kind: "misdirected",
          reason: "paid_by_other",
          payment,
          at,
        }),
        db
          .update(orders)
          .set({
            ...reviewColumns(id, payment),
            status: "paid_by_other",
            // What a wallet that claims the order is told then.
            reviewReason: payment.shares?.isComplete === false ? "not_shared" : null,
            updatedAt: at,
          })
          // One that rests on a payment already keeps it: a stranger must not take its place. What was given
          // back is no payment to decide on.
          .where(
            and(
              settleable(id),
              not(inArray(orders.status, UNDECIDED_STATUSES)),
              sql`NOT (${isReturned(id, payment)})`,
            ),
          ),
      ]);
    },

    async recordShort({ id, priceLamports }, payment, at) {
      for (const part of partsOf(payment)) {
        await runBatch(db, recordShortStatements(id, priceLamports, part, at));
      }
    },

    async record(id, kind, payment, at) {
      await db.batch([...incomingEntries(db, { id, kind, reason: kind, payment, at })]);
    },

    async expire(id, at, reason) {
      await db
        .update(orders)
        .set({ status: "expired", ...(reason && { endedReason: reason }), updatedAt: at })
        .where(and(isOpenOrder(id), ne(orders.hold, "held")));
    },

    async finalize(id, signature, at, nextPollAt) {
      await db
        .update(orders)
        .set({ finalizedAt: at, nextPollAt, updatedAt: at })
        .where(
          and(
            eq(orders.id, id),
            eq(orders.signature, signature),
            eq(orders.status, "paid"),
            sql`finalized_at IS NULL`,
          ),
        );
    },
  };
}

type IncomingKind = "misdirected" | "duplicate" | "unsettled";

/** What can be returned of a payment that waits for the seller, unless the ledger has it already, and its event. */
function incomingEntries(
  db: Db,
  entry: {
    id: string;
    kind: IncomingKind;
    /** Why it waits. */
    reason: string;
    payment: Parameters<Orders["record"]>[2];
    at: number;
  },
) {
  const { id, kind, payment, at } = entry;
  const lamports = sql`${Number(returnableOf(payment))}`;
  const isNew = isUnrecorded(id, payment);
  return [
    db.insert(events).select(reviewEvent(entry, isNew)),
    insertEntry(db, { id, kind, lamports, payment, at }, isNew),
    ...insertOtherWallets(db, id, payment, at),
  ] as const;
}

/**
 * Runs a settling batch and reads the outcome from the order, also where the batch threw: the response
 * can be lost after the commit. Throws where the batch was not committed, except by a constraint.
 */
async function settleBy(
  { byId, log }: { byId: Orders["byId"]; log: Log | undefined },
  { id, payment, claimedBy }: Settling,
  batch: () => Promise<unknown>,
): Promise<SettleOutcome> {
  const failure = await batch().then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const order = await byId(id);
  if (order?.settledAt != null && order.signature === payment.signature) {
    return claimedBy === null || order.buyerUid === claimedBy ? "settled" : "refused";
  }
  if (failure === null) return "refused";
  if (!isConstraintError(failure.error)) throw failure.error;
  // The conditions of the write are to refuse first: the record contradicts itself.
  log?.("settlement_stopped", { order: id, error: failure.error });
  return "refused";
}

function isConstraintError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message.includes("constraint failed") || isConstraintError(error.cause);
}

async function settlingOf(
  id: string,
  payment: Pick<Payment, "signature" | "payer">,
  at: number,
  claimedBy: string | null = null,
): Promise<Settling> {
  const payer = { wallet: payment.payer, walletUid: await walletUidOf(payment.payer) };
  return { id, payment, payer, claimedBy, at };
}

/** Writes for an order whose transaction was confirmed and then rolled back. */
function rolledBackOrders(
  db: Db,
  fulfilments: readonly Fulfilment[],
): Pick<Settlements, "rollBack"> & Pick<UnsettledPayments, "dismiss"> {
  return {
    async rollBack(id, signature, at) {
      const settled = and(
        eq(orders.id, id),
        eq(orders.signature, signature),
        eq(orders.status, "paid"),
      );
      const isSettled = sql`EXISTS (SELECT 1 FROM orders WHERE ${settled})`;
      const payment = { signature, slot: sql`o.slot`, payer: null };
      const reverse = (kind: keyof typeof REVERSED_KINDS) => {
        const lamports = sql`-${sumOf(id, signature, sqlList(REVERSED_KINDS[kind]))}`;
        return insertEntry(db, { id, kind, lamports, payment, at }, isSettled);
      };
      await db.batch([
        reverse("fee_rolled_back"),
        reverse("fee_owed_rolled_back"),
        reverse("surplus_rolled_back"),
        reverse("share_rolled_back"),
        reverse("share_owed_rolled_back"),
        reverseShares(db, { id, signature, at }, isSettled),
        // The last: its entry increments the occurrence.
        reverse("rolled_back"),
        ...takeBack(db, { orders: sql`SELECT id FROM orders WHERE ${settled}`, at }, fulfilments),
        // What it took stays held until the seller decides.
        db
          .update(products)
          .set({ sold: sql`sold - 1`, held: sql`held + 1` })
          .where(and(isProductOf(id), isSettled)),
        db
          .update(orders)
          .set({
            status: "review",
            reviewReason: "rolled_back",
            hold: "held",
            settledAt: null,
            updatedAt: at,
          })
          .where(settled),
      ]);
    },

    async dismiss(id, at) {
      const rolledBack = and(
        eq(orders.id, id),
        eq(orders.status, "review"),
        eq(orders.reviewReason, "rolled_back"),
      );
      const [, dismissed] = await db.batch([
        releaseUnit(db, id, rolledBack),
        db
          .update(orders)
          .set({
            status: "expired",
            hold: RELEASED_HOLD,
            updatedAt: at,
          })
          .where(rolledBack),
      ]);
      // Rows that the trigger writes are counted as well.
      return dismissed.meta.changes > 0;
    },
  };
}
