import { and, eq, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "../../app/lib/time-zone";
import { REFUNDABLE_STATUSES } from "../../app/orders/rules/order-state";
import type { Proof, ReceivedDeclaration } from "../../app/withdrawals/rules/withdrawal";
import {
  MAX_PROVED_PER_ORDER,
  MAX_UNPROVED_PER_DAY,
  MAX_UNPROVED_PER_ORDER,
} from "../../app/withdrawals/rules/withdrawal-limits";
import { type Db, runBatch, sqlList } from "../client";
import { insertWhere } from "../insert-where";
import { orders, withdrawals } from "../schema/index";

/** A declaration to store. */
export interface NewWithdrawal extends ReceivedDeclaration {
  /** The order that it means; null where it names none. */
  order: { id: string; ownerUid: string } | null;
  proof: Proof | null;
  locale: string;
  /** Hex SHA-256. */
  hash: string;
  /** The signed statement of its receipt; null where nothing signs. */
  statement: string | null;
  secretHash: string;
  addressKey: string | null;
}

/** An acknowledged declaration. Times in epoch ms. */
export interface AcknowledgedWithdrawal extends ReceivedDeclaration {
  proof: Proof | null;
  hash: string;
  /** Null where nothing signed. */
  statement: string | null;
  /** Of the order: null where the declaration names none. */
  title: string | null;
  refundedAt: number | null;
  refundSignature: string | null;
  refusedAt: number | null;
  refusal: string | null;
}

/** A proved declaration that waits for the seller. Times in epoch ms. */
export interface OpenWithdrawal {
  id: string;
  orderId: string;
  title: string;
  proof: Proof;
  name: string;
  contact: string;
  declaredAt: number;
  /** Null where the record lacks it. */
  boughtAt: number | null;
  /** When the buyer gave up the right; null where he did not. */
  waivedAt: number | null;
  priceLamports: bigint;
}

/** The last declaration of a page. */
export type WithdrawalCursor = Pick<OpenWithdrawal, "declaredAt" | "id">;

export type Withdrawals = ReturnType<typeof withdrawalsIn>;

export function withdrawalsIn(db: Db) {
  return {
    /**
     * Stores a declaration within its limits: `full` beyond them. `repeated` where it was stored before,
     * by its secret. Of an order that has many unproved ones, further ones are kept without the order.
     */
    async declare(declaration: NewWithdrawal): Promise<"declared" | "repeated" | "full"> {
      const { order, ...rest } = declaration;
      const row = { ...rest, orderId: order?.id ?? null, ownerUid: order?.ownerUid ?? null };
      const { id, secretHash, proof, orderId } = row;
      const [stored] = await runBatch(db, [
        sql`${insertWhere(withdrawals, row, withinLimits(row))} ON CONFLICT DO NOTHING`,
        sql`UPDATE withdrawals SET order_id = NULL, owner_uid = NULL
          WHERE id = ${id} AND ${proof === null ? 1 : 0} AND (SELECT count(*) FROM withdrawals w
            WHERE w.order_id = ${orderId} AND w.proof IS NULL) > ${MAX_UNPROVED_PER_ORDER}`,
      ]);
      if (stored === 1) return "declared";
      const isKnown = eq(withdrawals.secretHash, secretHash);
      const known = await db.select({ id: withdrawals.id }).from(withdrawals).where(isKnown).get();
      return known ? "repeated" : "full";
    },

    async bySecret(secretHash: string): Promise<AcknowledgedWithdrawal | null> {
      const row = await db
        .select({ withdrawal: withdrawals, order: orders })
        .from(withdrawals)
        .leftJoin(orders, eq(orders.id, withdrawals.orderId))
        .where(eq(withdrawals.secretHash, secretHash))
        .get();
      if (!row) return null;
      const { id, name, contract, contact, declaredAt, proof, hash, statement } = row.withdrawal;
      const { refusedAt, refusal } = row.withdrawal;
      return {
        ...{ id, name, contract, contact, declaredAt, proof, hash, statement, refusedAt, refusal },
        title: row.order?.label ?? null,
        refundedAt: row.order?.refundedAt ?? null,
        refundSignature: row.order?.refundSignature ?? null,
      };
    },

    /** The first open declaration of each order of a seller, the oldest first. */
    async open(ownerUid: string, page: OpenPage): Promise<OpenWithdrawal[]> {
      const rows = await db.all<OpenRow>(openWithdrawals(ownerUid, page));
      return rows.map(({ price, ...row }) => ({ ...row, priceLamports: BigInt(price) }));
    },

    async countOpen(ownerUid: string): Promise<number> {
      return (await db.all(openWithdrawals(ownerUid, { limit: MAX_OPEN }))).length;
    },

    /** Declarations without a proof by order: of each network address one. At most 90 orders. */
    async countUnproved(orderIds: readonly string[]): Promise<Map<string, number>> {
      if (orderIds.length === 0) return new Map();
      const list = sql.join(
        orderIds.map((id) => sql`${id}`),
        sql`, `,
      );
      const rows = await db.all<{ orderId: string; n: number }>(sql`
        SELECT order_id AS orderId, count(DISTINCT coalesce(address_key, id)) AS n
        FROM withdrawals WHERE order_id IN (${list}) AND proof IS NULL GROUP BY order_id`);
      return new Map(rows.map(({ orderId, n }) => [orderId, n]));
    },

    /** Refuses the open declarations of the order. Null where this seller has no such open one. */
    async refuse(
      id: string,
      { ownerUid, refusal, at }: { ownerUid: string; refusal: string; at: number },
    ): Promise<{ orderId: string } | null> {
      const refused = await db.all<{ orderId: string }>(sql`
        UPDATE withdrawals SET refused_at = ${at}, refusal = ${refusal}
        WHERE order_id = (SELECT order_id FROM withdrawals WHERE id = ${id} AND owner_uid = ${ownerUid})
          AND proof IS NOT NULL AND refused_at IS NULL
        RETURNING order_id AS orderId`);
      return refused[0] ?? null;
    },

    /** Removes declarations that came before these times (epoch ms), by whether they were proved. */
    async removeBefore(before: { unproved: number; proved: number }): Promise<void> {
      const { declaredAt, proof } = withdrawals;
      await db
        .delete(withdrawals)
        .where(
          or(
            and(isNull(proof), lt(declaredAt, before.unproved)),
            and(isNotNull(proof), lt(declaredAt, before.proved)),
          ),
        );
    },
  };
}

function withinLimits({
  proof,
  orderId,
  declaredAt,
}: Pick<NewWithdrawal, "proof" | "declaredAt"> & { orderId: string | null }): SQL {
  return proof === null
    ? sql`(SELECT count(*) FROM withdrawals WHERE proof IS NULL
        AND declared_at > ${declaredAt - DAY_MS}) < ${MAX_UNPROVED_PER_DAY}`
    : sql`(SELECT count(*) FROM withdrawals WHERE order_id = ${orderId}
        AND proof IS NOT NULL) < ${MAX_PROVED_PER_ORDER}`;
}

interface OpenPage {
  limit: number;
  /** Continues after this one. */
  after?: WithdrawalCursor | null;
}

interface OpenRow extends Omit<OpenWithdrawal, "priceLamports"> {
  price: number;
}

/** Largest number that is counted and shown. */
const MAX_OPEN = 1_000;

/** A refund, or the loss of the payment, ends a declaration as the seller's refusal does. */
export function openWithdrawals(
  ownerUid: string,
  { limit, after }: OpenPage = { limit: MAX_OPEN },
) {
  const later = after ? sql`(w.declared_at, w.id) > (${after.declaredAt}, ${after.id})` : sql`1`;
  return sql`
    SELECT w.id, w.order_id AS orderId, o.label AS title, w.proof, w.name, w.contact,
      w.declared_at AS declaredAt, o.settled_at AS boughtAt, o.waived_at AS waivedAt,
      o.price_lamports AS price
    FROM withdrawals w JOIN orders o ON o.id = w.order_id
    WHERE w.owner_uid = ${ownerUid} AND w.proof IS NOT NULL AND w.refused_at IS NULL
      AND o.status IN ${sqlList(REFUNDABLE_STATUSES)} AND ${later}
      AND NOT EXISTS (SELECT 1 FROM withdrawals e WHERE e.order_id = w.order_id
        AND e.proof IS NOT NULL AND e.refused_at IS NULL
        AND (e.declared_at, e.id) < (w.declared_at, w.id))
    ORDER BY w.declared_at, w.id LIMIT ${limit}`;
}
