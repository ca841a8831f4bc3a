import { and, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import {
  INVITATION_LIFETIME_MS,
  type InvitationOutcome,
  MAX_INVITATIONS_PER_DAY,
  MAX_OPEN_INVITATIONS,
} from "../../app/sharing/rules/author";
import { type Db, runBatch } from "../client";
import { insertWhere } from "../insert-where";
import { authorInvitations } from "../schema/index";

const DAY_MS = 24 * 60 * 60_000;
/** Bounds the rows that one purge reads. */
const MAX_ROWS_PER_PURGE = 500;

/** Times in epoch ms. */
export interface Invitation {
  id: string;
  productId: string;
  ownerUid: string;
  bps: number;
  note: string;
  createdAt: number;
  endedAt: number | null;
  outcome: InvitationOutcome | null;
}

const COLUMNS = {
  id: authorInvitations.id,
  productId: authorInvitations.productId,
  ownerUid: authorInvitations.ownerUid,
  bps: authorInvitations.bps,
  note: authorInvitations.note,
  createdAt: authorInvitations.createdAt,
  endedAt: authorInvitations.endedAt,
  outcome: authorInvitations.outcome,
};

export type Invitations = ReturnType<typeof invitationsIn>;

/** Links by which sellers invite authors, by the hash of the token. */
export function invitationsIn(db: Db) {
  return {
    /** False where the product has its open ones, or the account those of a day. */
    async insert(
      tokenHash: string,
      invitation: Omit<Invitation, "endedAt" | "outcome">,
    ): Promise<boolean> {
      const { productId, ownerUid, createdAt: at } = invitation;
      const isBounded = sql`(SELECT count(*) FROM author_invitations i
          WHERE i.product_id = ${productId} AND i.ended_at IS NULL
            AND i.created_at > ${at - INVITATION_LIFETIME_MS}) < ${MAX_OPEN_INVITATIONS}
        AND (SELECT count(*) FROM author_invitations i WHERE i.owner_uid = ${ownerUid}
          AND i.created_at > ${at - DAY_MS}) < ${MAX_INVITATIONS_PER_DAY}
        AND EXISTS (SELECT 1 FROM products WHERE id = ${productId} AND owner_uid = ${ownerUid})`;
      const row = { tokenHash, ...invitation };
      const [written] = await runBatch(db, [insertWhere(authorInvitations, row, isBounded)]);
      return written === 1;
    },

    async find(tokenHash: string): Promise<Invitation | null> {
      const row = await db
        .select(COLUMNS)
        .from(authorInvitations)
        .where(eq(authorInvitations.tokenHash, tokenHash))
        .get();
      return row ?? null;
    },

    /** Of a product, newest first: those that can be accepted. */
    openOf(productId: string, at: number): Promise<Invitation[]> {
      const open = sql`${authorInvitations.endedAt} IS NULL
        AND ${authorInvitations.createdAt} > ${at - INVITATION_LIFETIME_MS}`;
      return db
        .select(COLUMNS)
        .from(authorInvitations)
        .where(and(eq(authorInvitations.productId, productId), open))
        .orderBy(sql`${authorInvitations.createdAt} DESC`);
    },

    /** Ends an open one of this seller. False where there is none. */
    async revoke(id: string, ownerUid: string, at: number): Promise<boolean> {
      const { meta } = await db
        .update(authorInvitations)
        .set({ endedAt: at, outcome: "revoked" })
        .where(
          and(
            eq(authorInvitations.id, id),
            eq(authorInvitations.ownerUid, ownerUid),
            isNull(authorInvitations.endedAt),
          ),
        );
      return meta.changes === 1;
    },

    /** False where it is not open. */
    async decline(tokenHash: string, at: number): Promise<boolean> {
      const [written] = await runBatch(db, [
        sql`UPDATE author_invitations AS i SET ended_at = ${at}, outcome = 'declined'
          WHERE ${openInvitation(tokenHash, at)}`,
      ]);
      return written === 1;
    },

    /** Removes some of the oldest, if they were made before that time (epoch ms). */
    async removeOldest(createdBefore: number): Promise<void> {
      const oldest = sql`${authorInvitations.id} IN (SELECT id FROM author_invitations
        ORDER BY created_at LIMIT ${MAX_ROWS_PER_PURGE})`;
      await db
        .delete(authorInvitations)
        .where(and(oldest, lt(authorInvitations.createdAt, createdBefore)));
    },
  };
}

/** Condition on `author_invitations i`: the one of this token can be accepted. */
export function openInvitation(tokenHash: string, at: number): SQL {
  return sql`i.token_hash = ${tokenHash} AND i.ended_at IS NULL
    AND i.created_at > ${at - INVITATION_LIFETIME_MS}`;
}
