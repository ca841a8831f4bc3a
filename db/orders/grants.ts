import { type SQL, sql } from "drizzle-orm";
import { GRANT_LIMITS } from "../../app/orders/rules/grant";
import { isClosed } from "../accounts/users";
import { type Db, runBatch } from "../client";
import { usesOf } from "../codes/offered-codes";
import { existsRight, IS_LIVE } from "./rights";

export interface NewGrant {
  /** Of a new grant; who took the product before keeps that of the first one. */
  id: string;
  uid: string;
  productId: string;
  /** Hash of the client's network address. */
  address: string;
  /** Multiplies the limit per network address. */
  rateScale: number;
  /** What takes off the whole price of a product that is not free; null for a free one. */
  by: GrantedByCode | null;
  /** Epoch ms. */
  at: number;
}

export interface GrantedByCode {
  codeId: string;
  /** The scarce things that an order would take: they are taken with the grant, for good. */
  takes: readonly string[];
  /** Of the product, for which the code takes off the price. */
  version: number;
}

/** `too_many`: `retryAt` (epoch ms) is when the oldest that counts no longer does. */
export type GrantResult =
  | { kind: "granted" | "owned" | "refused" | "used_up" }
  | { kind: "too_many"; retryAt: number };

export type Grants = ReturnType<typeof grantsIn>;

/** Rights that nothing was paid for: no order, no terms, no entry of the ledger and no event. */
export function grantsIn(db: Db) {
  return {
    /**
     * Gives a free product to a person who does not have it, or one whose code takes off the whole price. One batch
     * with all conditions, so that of two at once one writes. Repeated it changes nothing. `refused` where the product
     * is not free, not on sale or the person's own, `used_up` where something that it takes is not free.
     */
    async give(grant: NewGrant): Promise<GrantResult> {
      const { id, uid, productId, address, by, at } = grant;
      const takes = by && by.takes.length > 0 ? JSON.stringify(by.takes) : null;
      // A grant of this id without its right is one that this batch wrote.
      const isNew = sql`EXISTS (SELECT 1 FROM grants WHERE id = ${id})
        AND NOT EXISTS (SELECT 1 FROM rights WHERE order_id = ${id})`;
      const isGiven = sql`${isOffered(grant)} AND NOT ${isOwned(grant)} AND ${isThere(grant)}
        AND ${isUnder(grant, bounds(grant))}`;
      const [, , , , written = 0] = await runBatch(db, [
        // One that was taken without the code and removed is a new one, which takes what a new one takes.
        sql`UPDATE grants SET id = ${id}, code_id = ${by?.codeId ?? null}, takes = ${takes},
            address = ${address}, created_at = ${at}, removed_at = NULL
          WHERE uid = ${uid} AND product_id = ${productId} AND removed_at IS NOT NULL
            AND code_id IS NOT ${by?.codeId ?? null} AND ${by === null ? 0 : 1} AND ${isGiven}`,
        sql`INSERT INTO grants (id, product_id, uid, reason, code_id, takes, address, created_at)
          SELECT ${id}, ${productId}, ${uid}, 'free', ${by?.codeId ?? null}, ${takes}, ${address}, ${at}
          WHERE ${isGiven}
          ON CONFLICT (uid, product_id) DO UPDATE SET reason = excluded.reason,
            address = excluded.address, created_at = excluded.created_at, removed_at = NULL
            WHERE removed_at IS NOT NULL`,
        sql`UPDATE things SET sold = sold + 1
          WHERE id IN (SELECT value FROM json_each(${takes})) AND ${isNew}`,
        sql`UPDATE products SET given = given + NOT EXISTS (SELECT 1 FROM rights
              WHERE uid = ${uid} AND product_id = ${productId} AND grant_reason IS NOT NULL),
            sold = sold + EXISTS (SELECT 1 FROM json_each(${takes}) WHERE value = 'unit:' || products.id)
          WHERE id = ${productId} AND ${isNew}`,
        sql`INSERT INTO rights (order_id, product_id, uid, release_id, created_at, grant_reason)
          SELECT g.id, g.product_id, g.uid, coalesce(p.release_id, p.file_key), g.created_at, g.reason
          FROM grants g JOIN products p ON p.id = g.product_id
          WHERE g.uid = ${uid} AND g.product_id = ${productId} AND g.removed_at IS NULL AND g.created_at = ${at}
          ON CONFLICT (order_id, product_id) DO UPDATE SET release_id = excluded.release_id,
            created_at = excluded.created_at, revoked_at = NULL, grant_reason = excluded.grant_reason
            WHERE revoked_at IS NOT NULL`,
        ...(by ? [dropFormerRight(uid, productId)] : []),
      ]);
      return written > 0 ? { kind: "granted" } : whyNot(db, grant);
    },

    /** Takes a grant back, as its person asks, and its download links where nothing else gives the product. */
    async remove({ id, uid, at }: { id: string; uid: string; at: number }): Promise<boolean> {
      const mine = sql`uid = ${uid} AND product_id = (SELECT product_id FROM grants WHERE id = ${id})`;
      const another = existsRight(
        sql`r.uid = download_tokens.uid AND r.product_id = download_tokens.product_id AND ${IS_LIVE}`,
      );
      const [removed = 0] = await runBatch(db, [
        sql`UPDATE grants SET removed_at = ${at}
          WHERE id = ${id} AND uid = ${uid} AND removed_at IS NULL`,
        sql`UPDATE rights SET revoked_at = ${at} WHERE order_id = ${id} AND uid = ${uid}
          AND grant_reason IS NOT NULL AND revoked_at IS NULL`,
        sql`UPDATE download_tokens SET revoked_at = ${at}
          WHERE ${mine} AND revoked_at IS NULL AND NOT ${another}`,
      ]);
      return removed > 0;
    },

    /** True for a seller with a settled sale, and for whom the operator allowed it. */
    async mayOffer(uid: string): Promise<boolean> {
      const row = await db.get<{ may: number }>(sql`SELECT
        EXISTS (SELECT 1 FROM users WHERE uid = ${uid} AND may_give_free = 1)
        OR EXISTS (SELECT 1 FROM ledger WHERE owner_uid = ${uid} AND kind = 'sale') AS may`);
      return row.may === 1;
    },

    /** Forgets the network addresses of some grants of before `before` (epoch ms). */
    async forgetAddresses(before: number, limit = 500): Promise<void> {
      await db.run(sql`UPDATE grants SET address = NULL WHERE id IN (
        SELECT id FROM grants WHERE address IS NOT NULL AND created_at < ${before}
        ORDER BY created_at LIMIT ${limit})`);
    },
  };
}

/** The right of a grant that is a new one now: merge and deletion find rights by their grants. */
function dropFormerRight(uid: string, productId: string): SQL {
  return sql`DELETE FROM rights WHERE uid = ${uid} AND product_id = ${productId} AND grant_reason = 'free'
    AND revoked_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM grants WHERE id = rights.order_id)`;
}

/** SQL condition on products: given to who asks. An older Worker that sets a price ends it. */
export const IS_FREE = sql.raw(
  "products.is_free = 1 AND products.price_lamports = 0 AND products.sale_type = 'infinite'",
);

/** SQL condition: the product is free or given by the code, on sale, has a file, and belongs to somebody else. */
function isOffered(grant: NewGrant): SQL {
  const { uid, productId, by } = grant;
  const isGiven = by === null ? IS_FREE : sql`(${isCodeInForce(by)} AND version = ${by.version})`;
  return sql`EXISTS (SELECT 1 FROM products WHERE id = ${productId} AND status = 'active'
      AND ${isGiven} AND file_key IS NOT NULL AND owner_uid <> ${uid})
    AND EXISTS (SELECT 1 FROM users WHERE uid = ${uid}) AND NOT ${isClosed(uid)}`;
}

/** Of a row of `products`. */
function isCodeInForce({ codeId }: GrantedByCode): SQL {
  return sql`EXISTS (SELECT 1 FROM codes c
    WHERE c.id = ${codeId} AND c.owner_uid = products.owner_uid AND c.disabled_at IS NULL)`;
}

/**
 * SQL condition: all that the grant takes is free, of units beyond those that others wait for, and the person has a use
 * left. One that the person had by the same code, and removed, takes nothing.
 */
function isThere({ uid, productId, by }: NewGrant): SQL {
  if (by === null) return sql`1`;
  return sql`(EXISTS (SELECT 1 FROM grants h WHERE h.uid = ${uid} AND h.product_id = ${productId}
      AND h.code_id = ${by.codeId}) OR NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(by.takes)}) t
      LEFT JOIN things f ON f.id = t.value LEFT JOIN products p ON t.value = 'unit:' || p.id AND p.id = ${productId}
      WHERE CASE WHEN p.id IS NULL THEN coalesce(f.sold + f.held >= f.capacity, 1)
        ELSE coalesce(p.sold + p.held + (SELECT count(*) FROM stock_line l WHERE l.product_id = p.id)
          >= p.sale_limit, 0) END)
    AND EXISTS (SELECT 1 FROM codes c WHERE c.id = ${by.codeId}
      AND coalesce(${usesOf(sql`c`, sql`${uid}`, { product: sql`${productId}` })} < c.per_person, 1)))`;
}

function isOwned({ uid, productId }: NewGrant): SQL {
  return existsRight(sql`r.uid = ${uid} AND r.product_id = ${productId} AND ${IS_LIVE}`);
}

interface Bound {
  /** SQL condition on grants: they count. */
  counted: SQL;
  limit: number;
  windowMs: number;
  /** SQL condition: the bound is not asked. */
  unless?: SQL;
}

function bounds({ uid, productId, address, rateScale }: NewGrant): Bound[] {
  const { account, address: ofAddress, product } = GRANT_LIMITS;
  return [
    { counted: sql`uid = ${uid}`, ...account },
    {
      counted: sql`address = ${address}`,
      ...ofAddress,
      limit: Math.ceil(ofAddress.limit * rateScale),
    },
    {
      counted: sql`product_id = ${productId}`,
      ...product,
      unless: sql`EXISTS (SELECT 1 FROM grants WHERE uid = ${uid} AND product_id = ${productId})`,
    },
  ];
}

/** SQL: times of the grants that count, the newest first, as many as the limit. */
function countedBy({ counted, limit, windowMs }: Bound, at: number): SQL {
  return sql`SELECT created_at FROM grants WHERE ${counted} AND created_at > ${at - windowMs}
    ORDER BY created_at DESC LIMIT ${limit}`;
}

function isUnder({ at }: NewGrant, all: Bound[]): SQL {
  const under = all.map((bound) => {
    const room = sql`(SELECT count(*) FROM (${countedBy(bound, at)})) < ${bound.limit}`;
    return bound.unless ? sql`(${bound.unless} OR ${room})` : room;
  });
  return sql.join(under, sql` AND `);
}

/** Why nothing was written. */
async function whyNot(db: Db, grant: NewGrant): Promise<GrantResult> {
  const all = bounds(grant);
  const ends = all.map((bound) => {
    const full = sql`SELECT CASE WHEN count(*) >= ${bound.limit}
      THEN min(created_at) + ${bound.windowMs} END FROM (${countedBy(bound, grant.at)})`;
    return bound.unless
      ? sql`CASE WHEN ${bound.unless} THEN NULL ELSE (${full}) END`
      : sql`(${full})`;
  });
  const [account, address, product] = ends;
  const row = await db.get<
    Record<"owned" | "offered" | "free" | "account" | "address" | "product", number>
  >(
    sql`SELECT ${isOwned(grant)} AS owned, (${isOffered(grant)}) AS offered, (${isThere(grant)}) AS free,
      ${account} AS account, ${address} AS address, ${product} AS product`,
  );
  if (row.owned) return { kind: "owned" };
  if (!row.offered) return { kind: "refused" };
  if (!row.free) return { kind: "used_up" };
  const retryAt = Math.max(row.account ?? 0, row.address ?? 0, row.product ?? 0);
  return retryAt > 0 ? { kind: "too_many", retryAt } : { kind: "refused" };
}
