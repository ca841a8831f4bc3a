import { and, eq, ne, not, sql } from "drizzle-orm";
import { walletUid as walletUidOf } from "../../app/accounts/rules/wallet-account";
import type { FirstTokens, Orders, SettleOutcome } from "../../app/orders/ports";
import type { Order, ReviewReason } from "../../app/orders/rules/order";
import { isClosed } from "../accounts/users";
import type { Db } from "../client";
import { orders } from "../schema/index";
import { insertEntry, insertOtherWallets, isUnrecorded } from "./ledger";
import {
  buyerOf,
  latePaymentStatements,
  openBuyerAccount,
  openOrder,
  reviewColumns,
  settleable,
  settleStatements,
} from "./order-writes";
import { rolledBackOrders } from "./rolled-back-orders";
import { isOutOfStock } from "./stock-holds";

type Outcomes = Pick<
  Orders,
  | "settle"
  | "claim"
  | "review"
  | "misdirected"
  | "record"
  | "expire"
  | "dismiss"
  | "finalize"
  | "rollBack"
>;

/** Writes of payments, expiry, finality and rollback. */
export function orderOutcomes(
  db: Db,
  byId: Orders["byId"],
  firstTokens: FirstTokens | null,
): Outcomes {
  const tokenHashOf = async (id: string, at: number) => (await firstTokens?.hashOf(id, at)) ?? null;
  return {
    ...rolledBackOrders(db),

    async settle(id, payment, at, finalizedAt) {
      const walletUid = await walletUidOf(payment.payer);
      const tokenHash = await tokenHashOf(id, at);
      const statements = [
        ...latePaymentStatements(db, id, payment, at),
        ...settleStatements(db, id, payment, at, { walletUid, finalizedAt, tokenHash }),
      ] as const;
      return settleBy(db, byId, { id, signature: payment.signature }, () => db.batch(statements));
    },

    async claim(id, buyerUid, payment, at) {
      const walletUid = await walletUidOf(payment.payer);
      const tokenHash = await tokenHashOf(id, at);
      const claimable = and(
        eq(orders.id, id),
        eq(orders.status, "paid_by_other"),
        eq(orders.payerWallet, payment.payer),
        sql`NOT EXISTS (SELECT 1 FROM purchases p WHERE p.uid = ${buyerUid}
          AND p.product_id = orders.product_id AND p.revoked_at IS NULL)`,
        not(isClosed(buyerUid)),
      );
      const take = db.update(orders).set({ buyerUid, updatedAt: at }).where(claimable);
      const statements = settleStatements(db, id, payment, at, { walletUid, buyerUid, tokenHash });
      return settleBy(db, byId, { id, signature: payment.signature, buyerUid }, () =>
        db.batch([take, ...statements]),
      );
    },

    async review(id, reason, payment, at) {
      const kind = KIND_OF_REVIEW[reason];
      const payer = { wallet: payment.payer, walletUid: await walletUidOf(payment.payer) };
      const condition = sql`EXISTS (SELECT 1 FROM orders WHERE ${settleable(id)})`;
      await db.batch([
        ledgerEntry(db, id, kind, payment, at),
        ...insertOtherWallets(db, id, payment, at),
        ...openBuyerAccount(db, id, { payer, at, condition }),
        db
          .update(orders)
          .set({
            ...reviewColumns(id, payment),
            buyerUid: buyerOf(id, payer),
            status: "review",
            reviewReason: reason,
            updatedAt: at,
          })
          .where(settleable(id)),
      ]);
    },

    async misdirected(id, payment, at) {
      await db.batch([
        ledgerEntry(db, id, "misdirected", payment, at),
        ...insertOtherWallets(db, id, payment, at),
        db
          .update(orders)
          .set({ ...reviewColumns(id, payment), status: "paid_by_other", updatedAt: at })
          .where(settleable(id)),
      ]);
    },

    async record(id, kind, payment, at) {
      const others = insertOtherWallets(db, id, payment, at);
      const entry = ledgerEntry(db, id, kind, payment, at);
      if (others.length === 0) await entry;
      else await db.batch([entry, ...others]);
    },

    async expire(id, at, reason) {
      await db
        .update(orders)
        .set({ status: "expired", ...(reason && { endedReason: reason }), updatedAt: at })
        .where(and(openOrder(id), ne(orders.hold, "held")));
    },

    async finalize(id, signature, at) {
      await db
        .update(orders)
        .set({ finalizedAt: at, updatedAt: at })
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

type IncomingKind = "misdirected" | "duplicate" | "short" | "unsettled";

const KIND_OF_REVIEW: Record<ReviewReason, IncomingKind> = {
  short: "short",
  owned: "duplicate",
  rolled_back: "unsettled",
  no_stock: "unsettled",
  signature_used: "unsettled",
  late: "unsettled",
};

/** The whole amount of a payment's wallet, unless the ledger has it already. */
function ledgerEntry(
  db: Db,
  id: string,
  kind: IncomingKind,
  payment: Parameters<Orders["record"]>[2],
  at: number,
) {
  const lamports = sql`${Number(payment.sellerPaid + payment.feePaid)}`;
  return insertEntry(db, { id, kind, lamports, payment, at }, isUnrecorded(id, payment));
}

interface SettleRequest {
  id: string;
  signature: string;
  /** The buyer that the order must have afterwards; default any. */
  buyerUid?: string;
}

/**
 * Runs a settling batch and reads the outcome from the order, also where the batch threw: the response
 * can be lost after the commit. Throws where the batch was not committed.
 */
async function settleBy(
  db: Db,
  byId: Orders["byId"],
  { id, signature, buyerUid }: SettleRequest,
  batch: () => Promise<unknown>,
): Promise<SettleOutcome> {
  const failure = await batch().then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const order = await byId(id);
  if (order?.settledAt != null && order.signature === signature) {
    return buyerUid === undefined || order.buyerUid === buyerUid ? "settled" : "duplicate";
  }
  if (!failure) return "duplicate";
  const reason = order && (await refusal(db, order, signature));
  if (!reason) throw failure.error;
  return reason;
}

/** The constraint that the batch violated; null for another error. */
async function refusal(db: Db, order: Order, signature: string) {
  const used = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.signature, signature), ne(orders.id, order.id)))
    .get();
  if (used) return "signature_used" as const;
  if (order.hold !== "held" && (await isOutOfStock(db, order.productId))) {
    return "no_stock" as const;
  }
  return null;
}
