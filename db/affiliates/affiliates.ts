import { type SQL, sql } from "drizzle-orm";
import {
  type AffiliateState,
  DECISIONS,
  MAX_AFFILIATES,
  MAX_APPLICATIONS_OF_PERSON,
  MAX_APPLICATIONS_OF_PRODUCT,
  type SellerDecision,
} from "../../app/affiliates/rules/affiliate";
import { type Db, sqlList } from "../client";

/** Who gets a part of a sale, as its quote needs it. */
export interface SellingAffiliate {
  uid: string;
  /** As stored. */
  displayName: string;
  /** The account's linked wallet. */
  wallet: string;
  bps: number;
}

interface NewAffiliate {
  id: string;
  code: string;
  productId: string;
  uid: string;
  note: string;
  /** Epoch ms. */
  at: number;
}

/** The recommendation of a product by a person. */
export interface Affiliation {
  id: string;
  code: string;
  state: AffiliateState;
  /** In force: the person's own percent, else that of the product. Null while its seller pays nobody. */
  bps: number | null;
}

export type Affiliates = ReturnType<typeof affiliatesIn>;

/** Rows of affiliates, and what a product says of them. */
export function affiliatesIn(db: Db) {
  const changed = async (statement: SQL) => (await db.run(statement)).meta.changes > 0;
  return {
    /**
     * The affiliate in force who gets a part of this sale: by the code of a link, or by a wallet of an open order's leg.
     * Null for one without a linked wallet, for the buyer's own account, and for a buyer whose linked wallet is one that
     * the affiliate has had.
     */
    async ofSale(
      productId: string,
      by: { code: string } | { wallet: string },
      buyerUid: string | null,
    ): Promise<SellingAffiliate | null> {
      const isNamed =
        "code" in by
          ? sql`a.code = ${by.code}`
          : sql`a.uid IN (SELECT w.uid FROM affiliate_wallets w WHERE w.wallet = ${by.wallet})`;
      const row = await db.get<SellingAffiliate | undefined>(sql`
        SELECT a.uid, u.display_name AS displayName, u.wallet, coalesce(a.bps, p.affiliate_bps) AS bps
        FROM affiliates a JOIN products p ON p.id = a.product_id JOIN users u ON u.uid = a.uid
        WHERE a.product_id = ${productId} AND ${isNamed} AND ${IN_FORCE}
          AND u.wallet IS NOT NULL AND u.deleted_at IS NULL
          AND a.uid IS NOT ${buyerUid} AND NOT EXISTS (SELECT 1 FROM users b
            JOIN affiliate_wallets w ON w.wallet = b.wallet WHERE b.uid = ${buyerUid} AND w.uid = a.uid)
        ORDER BY a.created_at LIMIT 1`);
      return row ?? null;
    },

    /** True for a code of an affiliate in force of the product. */
    async isInForce(productId: string, code: string): Promise<boolean> {
      const row = await db.get<{ id: string } | undefined>(sql`
        SELECT a.id FROM affiliates a JOIN products p ON p.id = a.product_id
        WHERE a.code = ${code} AND a.product_id = ${productId} AND ${IN_FORCE}`);
      return row !== undefined;
    },

    /** What the person is to the product; null for nothing. */
    async ofPerson(productId: string, uid: string): Promise<Affiliation | null> {
      const row = await db.get<Affiliation | undefined>(sql`
        SELECT a.id, a.code, a.state, iif(p.affiliate_bps IS NULL, NULL, coalesce(a.bps, p.affiliate_bps)) AS bps
        FROM affiliates a JOIN products p ON p.id = a.product_id
        WHERE a.product_id = ${productId} AND a.uid = ${uid}`);
      return row ?? null;
    },

    /** Null ends it for all: their rows stay, and count again once it is on again. */
    setProgramme: (
      { id, ownerUid }: { id: string; ownerUid: string },
      { bps, isOpen }: { bps: number | null; isOpen: boolean },
    ): Promise<boolean> =>
      changed(sql`UPDATE products SET affiliate_bps = ${bps}, is_open_to_affiliates = ${isOpen ? 1 : 0}
        WHERE id = ${id} AND owner_uid = ${ownerUid} AND status <> 'draft'`),

    /** The largest percent of a person of the product, in basis points; 0 where nobody has one. */
    async largestOwnBps(productId: string): Promise<number> {
      const row = await db.get<{ bps: number | null }>(sql`
        SELECT max(bps) AS bps FROM affiliates WHERE product_id = ${productId} AND state IN ('applied', 'active')`);
      return row?.bps ?? 0;
    },

    /**
     * Applies for a product that takes applications. False where it does not, for its seller, for a person without a
     * linked wallet or whom the seller has answered, and where a bound is reached.
     */
    apply({ id, code, productId, uid, note, at }: NewAffiliate): Promise<boolean> {
      return changed(sql`
        INSERT INTO affiliates (id, code, product_id, uid, state, note, created_at, updated_at)
        SELECT ${id}, ${code}, p.id, u.uid, 'applied', ${note}, ${at}, ${at}
        FROM products p JOIN users u ON u.uid = ${uid} AND u.deleted_at IS NULL AND u.wallet IS NOT NULL
        WHERE p.id = ${productId} AND p.affiliate_bps IS NOT NULL AND p.is_open_to_affiliates
          AND p.status = 'active' AND p.owner_uid <> u.uid
          AND (SELECT count(*) FROM affiliates WHERE uid = ${uid} AND state = 'applied') < ${MAX_APPLICATIONS_OF_PERSON}
          AND (SELECT count(*) FROM affiliates WHERE product_id = p.id AND state = 'applied')
            < ${MAX_APPLICATIONS_OF_PRODUCT}
        ON CONFLICT (product_id, uid) DO UPDATE SET state = 'applied', note = excluded.note, bps = NULL,
          updated_at = excluded.updated_at WHERE affiliates.state = 'left'`);
    },

    /** Takes a seller's decision. False where it can't be taken on the row, and where 100 affiliates are in force. */
    decide(
      { id, productId, ownerUid }: { id: string; productId: string; ownerUid: string },
      decision: SellerDecision,
      at: number,
    ): Promise<boolean> {
      const { from, to } = DECISIONS[decision];
      const hasRoom = to === "active" ? HAS_ROOM : sql`1`;
      return changed(sql`UPDATE affiliates SET state = ${to}, updated_at = ${at}
        WHERE id = ${id} AND product_id = ${productId} AND state IN ${sqlList(from)}
          AND ${ownedBy(ownerUid)} AND ${hasRoom}`);
    },

    /** Sets a person's own percent; null for that of the product. False without such an affiliate. */
    setBps: (
      { id, productId, ownerUid }: { id: string; productId: string; ownerUid: string },
      bps: number | null,
      at: number,
    ): Promise<boolean> =>
      changed(sql`UPDATE affiliates SET bps = ${bps}, updated_at = ${at}
        WHERE id = ${id} AND product_id = ${productId} AND state IN ('applied', 'active')
          AND ${ownedBy(ownerUid)}`),

    /** Leaves one product, or all without an id. False where there is nothing to leave. */
    leave: (uid: string, productId: string | null, at: number): Promise<boolean> =>
      changed(sql`UPDATE affiliates SET state = 'left', updated_at = ${at}
        WHERE uid = ${uid} AND (${productId} IS NULL OR product_id = ${productId})
          AND state IN ('applied', 'active')`),
  };
}

/** Condition on an affiliate `a` and its product `p`: it gets a part of sales now. */
const IN_FORCE = sql`(a.state = 'active' AND p.affiliate_bps IS NOT NULL AND a.uid <> p.owner_uid)`;

/** Condition on a row of `affiliates`: its product can have one more in force. */
const HAS_ROOM = sql`(SELECT count(*) FROM affiliates o WHERE o.product_id = affiliates.product_id
  AND o.state = 'active') < ${MAX_AFFILIATES}`;

const ownedBy = (ownerUid: string) =>
  sql`EXISTS (SELECT 1 FROM products p WHERE p.id = affiliates.product_id AND p.owner_uid = ${ownerUid})`;
