import { type SQL, sql } from "drizzle-orm";
import { MAX_AFFILIATES, MAX_OPEN_LINKS } from "../../app/affiliates/rules/affiliate";
import { type Db, runBatch } from "../client";

interface NewInvitation {
  id: string;
  productId: string;
  tokenHash: string;
  bps: number | null;
  capacity: number;
  /** Epoch ms. */
  createdAt: number;
  expiresAt: number;
}

/** A link that can still be accepted, as its seller sees it. */
export interface OpenInvitation {
  id: string;
  bps: number | null;
  capacity: number;
  accepted: number;
  expiresAt: number;
}

/** What a link offers to who has its secret. */
export interface Offered {
  productId: string;
  title: string;
  ownerUid: string;
  /** Of the seller, as stored. */
  sellerName: string;
  bps: number;
}

export type AffiliateInvitations = ReturnType<typeof affiliateInvitationsIn>;

/** Links by which sellers invite affiliates. */
export function affiliateInvitationsIn(db: Db) {
  return {
    /** False where the product is not the seller's, pays nobody, or has 20 open links. One conditional write. */
    async insert(invitation: NewInvitation, ownerUid: string): Promise<boolean> {
      const { id, productId, tokenHash, bps, capacity, createdAt, expiresAt } = invitation;
      const result = await db.run(sql`
        INSERT INTO affiliate_invitations (id, product_id, token_hash, bps, capacity, created_at, expires_at)
        SELECT ${id}, p.id, ${tokenHash}, ${bps}, ${capacity}, ${createdAt}, ${expiresAt} FROM products p
        WHERE p.id = ${productId} AND p.owner_uid = ${ownerUid} AND p.affiliate_bps IS NOT NULL
          AND (SELECT count(*) FROM affiliate_invitations i WHERE i.product_id = p.id AND ${isOpen(createdAt)})
            < ${MAX_OPEN_LINKS}`);
      return result.meta.changes > 0;
    },

    /** Newest first. */
    openOf: (productId: string, now: number): Promise<OpenInvitation[]> =>
      db.all<OpenInvitation>(sql`
        SELECT i.id, i.bps, i.capacity, i.accepted, i.expires_at AS expiresAt FROM affiliate_invitations i
        WHERE i.product_id = ${productId} AND ${isOpen(now)}
        ORDER BY i.created_at DESC LIMIT ${MAX_OPEN_LINKS}`),

    /** False where there is no such open link of this seller. */
    async revoke(
      { id, productId, ownerUid }: { id: string; productId: string; ownerUid: string },
      now: number,
    ): Promise<boolean> {
      const result = await db.run(sql`UPDATE affiliate_invitations AS i SET revoked_at = ${now}
        WHERE i.id = ${id} AND i.product_id = ${productId} AND ${isOpen(now)}
          AND EXISTS (SELECT 1 FROM products p WHERE p.id = i.product_id AND p.owner_uid = ${ownerUid})`);
      return result.meta.changes > 0;
    },

    /** The largest percent that an open link offers, in basis points; 0 where none offers its own. */
    async largestBps(productId: string, now: number): Promise<number> {
      const row = await db.get<{ bps: number | null }>(sql`
        SELECT max(i.bps) AS bps FROM affiliate_invitations i
        WHERE i.product_id = ${productId} AND ${isOpen(now)}`);
      return row?.bps ?? 0;
    },

    /** Null where nobody can accept it any more, or its product pays nobody. */
    async byTokenHash(tokenHash: string, now: number): Promise<Offered | null> {
      const row = await db.get<Offered | undefined>(sql`
        SELECT p.id AS productId, p.title, p.owner_uid AS ownerUid, u.display_name AS sellerName,
          coalesce(i.bps, p.affiliate_bps) AS bps
        FROM affiliate_invitations i JOIN products p ON p.id = i.product_id
        JOIN users u ON u.uid = p.owner_uid AND u.deleted_at IS NULL
        WHERE i.token_hash = ${tokenHash} AND p.affiliate_bps IS NOT NULL AND ${isOpen(now)}`);
      return row ?? null;
    },

    /**
     * Makes the person an affiliate, and counts it, in one batch. False where the link can't be accepted any more, for
     * its seller, for who is one already, was refused or has no linked wallet, and where 100 are in force.
     */
    async accept(
      tokenHash: string,
      { id, code, uid, at }: { id: string; code: string; uid: string; at: number },
    ): Promise<boolean> {
      const [, inserted = 0] = await runBatch(db, [
        sql`UPDATE affiliate_invitations AS i SET accepted = accepted + 1, last_acceptance = ${id}
          WHERE i.token_hash = ${tokenHash} AND ${isOpen(at)} AND ${mayJoin(uid)}`,
        sql`
          INSERT INTO affiliates (id, code, product_id, uid, bps, state, created_at, updated_at)
          SELECT ${id}, ${code}, i.product_id, ${uid}, i.bps, 'active', ${at}, ${at}
          FROM affiliate_invitations i WHERE i.token_hash = ${tokenHash} AND i.last_acceptance = ${id}
          ON CONFLICT (product_id, uid) DO UPDATE SET state = 'active', bps = excluded.bps,
            updated_at = excluded.updated_at`,
      ]);
      return inserted > 0;
    },
  };
}

/** Condition on an invitation `i`: it can be accepted. */
const isOpen = (now: number): SQL =>
  sql`(i.revoked_at IS NULL AND i.expires_at > ${now} AND i.accepted < i.capacity)`;

/** Condition on an invitation `i`: the person may accept it. */
const mayJoin = (uid: string): SQL => sql`EXISTS (SELECT 1 FROM products p
    JOIN users u ON u.uid = ${uid} AND u.deleted_at IS NULL AND u.wallet IS NOT NULL
    WHERE p.id = i.product_id AND p.affiliate_bps IS NOT NULL AND p.owner_uid <> u.uid)
  AND NOT EXISTS (SELECT 1 FROM affiliates a WHERE a.product_id = i.product_id AND a.uid = ${uid}
    AND a.state IN ('active', 'refused'))
  AND (SELECT count(*) FROM affiliates a WHERE a.product_id = i.product_id AND a.state = 'active')
    < ${MAX_AFFILIATES}`;
