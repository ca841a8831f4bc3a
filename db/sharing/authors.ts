import { type SQL, sql } from "drizzle-orm";
import {
  type Author,
  CHANGES_WINDOW_MS,
  type ChangeKind,
  COUNTED_CHANGE_KINDS,
  MAX_AUTHORS,
  MAX_CHANGES_PER_DAY,
} from "../../app/sharing/rules/author";
import { type Db, runBatch, sqlList } from "../client";
import { openInvitation } from "./invitations";

/** A change in who shares in a product. Names as they are stored; null for an account that was deleted. */
export interface AuthorChange {
  productId: string;
  kind: ChangeKind;
  uid: string;
  name: string | null;
  byUid: string;
  byName: string | null;
  /** Basis points; 0 for no share. */
  fromBps: number;
  toBps: number;
  /** Epoch ms. */
  at: number;
}

/** A share of a person: whose product it is, and since when. */
export interface OwnShare {
  productId: string;
  title: string;
  status: "draft" | "active" | "disabled";
  sellerUid: string;
  /** As it is stored; null for an account that was deleted. */
  sellerName: string | null;
  bps: number;
  wallet: string;
  acceptedAt: number;
  /** Null while they share. */
  endedAt: number | null;
}

/** A write of the product's seller, who has seen this version of its terms. */
interface SellersWrite {
  productId: string;
  ownerUid: string;
  version: number;
  /** Of the author. */
  uid: string;
  at: number;
}

/** Lists of changes are short: three a day of a product, and those who left. */
const MAX_LISTED_CHANGES = 100;

export type Authors = ReturnType<typeof authorsIn>;

/** Who shares in products. */
export function authorsIn(db: Db) {
  return {
    /** Those who share now, in the order in which they joined. */
    ofProduct(productId: string): Promise<Author[]> {
      return db.all<Author>(sql`SELECT a.uid, u.display_name AS displayName, a.bps, a.wallet,
          a.accepted_at AS acceptedAt
        FROM authors a JOIN users u ON u.uid = a.uid
        WHERE a.product_id = ${productId} AND a.ended_at IS NULL ORDER BY a.accepted_at, a.uid`);
    },

    /** Shares of a person, those of now first. */
    ofPerson(uid: string): Promise<OwnShare[]> {
      return db.all<OwnShare>(sql`SELECT a.product_id AS productId, p.title, p.status,
          p.owner_uid AS sellerUid, iif(s.deleted_at IS NULL, s.display_name, NULL) AS sellerName,
          a.bps, a.wallet, a.accepted_at AS acceptedAt, a.ended_at AS endedAt
        FROM authors a JOIN products p ON p.id = a.product_id JOIN users s ON s.uid = p.owner_uid
        WHERE a.uid = ${uid} ORDER BY a.ended_at IS NOT NULL, a.accepted_at DESC`);
    },

    /** Newest first. */
    changesOfProduct(productId: string): Promise<AuthorChange[]> {
      return db.all<AuthorChange>(sql`${CHANGES} WHERE c.product_id = ${productId}
        ORDER BY c.at DESC, c.id DESC LIMIT ${MAX_LISTED_CHANGES}`);
    },

    /** Of the products in which a person shares, and of the own share in others. Newest first. */
    changesFor(uid: string): Promise<AuthorChange[]> {
      return db.all<AuthorChange>(sql`${CHANGES} WHERE c.uid = ${uid} OR c.product_id IN (
          SELECT product_id FROM authors WHERE uid = ${uid} AND ended_at IS NULL)
        ORDER BY c.at DESC, c.id DESC LIMIT ${MAX_LISTED_CHANGES}`);
    },

    /** How often who shares in a product has changed since a day ago. */
    async countChanges(productId: string, at: number): Promise<number> {
      const [row] = await db.all<{ changes: number }>(
        sql`SELECT ${countedChanges(productId, at)} AS changes`,
      );
      return row?.changes ?? 0;
    },

    /**
     * An invitation is accepted with the person's linked wallet, while it is open and the terms of the product
     * are those of `version`. False where anything of it has changed, the product has its authors or changes
     * already, or the wallet was another author's of it.
     */
    async accept(
      { tokenHash, ...person }: { tokenHash: string; uid: string; wallet: string },
      { productId, version }: { productId: string; version: number },
      at: number,
    ): Promise<boolean> {
      const { uid, wallet } = person;
      const open = sql`${openInvitation(tokenHash, at)} AND i.product_id = ${productId}`;
      const written = await runBatch(db, [
        sql`INSERT INTO author_changes (product_id, uid, by_uid, kind, from_bps, to_bps, at)
          SELECT i.product_id, ${uid}, ${uid}, 'joined', 0, i.bps, ${at}
          FROM author_invitations i JOIN products p ON p.id = i.product_id
          WHERE ${open} AND p.version = ${version} AND p.owner_uid = i.owner_uid
            AND p.owner_uid <> ${uid} AND p.author_count < ${MAX_AUTHORS}
            AND EXISTS (SELECT 1 FROM users WHERE uid = ${uid} AND wallet = ${wallet})
            AND NOT EXISTS (SELECT 1 FROM authors a
              WHERE a.product_id = p.id AND a.uid = ${uid} AND a.ended_at IS NULL)
            AND NOT EXISTS (SELECT 1 FROM author_wallets w
              WHERE w.product_id = p.id AND w.wallet = ${wallet} AND w.uid <> ${uid})
            AND ${countedChanges(productId, at)} < ${MAX_CHANGES_PER_DAY}`,
        sql`INSERT INTO authors (product_id, uid, bps, wallet, accepted_at)
          SELECT i.product_id, ${uid}, i.bps, ${wallet}, ${at} FROM author_invitations i
          WHERE ${open} AND ${isNoted({ productId, uid, kind: "joined", at })}
          ON CONFLICT (product_id, uid) DO UPDATE SET bps = excluded.bps, wallet = excluded.wallet,
            accepted_at = excluded.accepted_at, ended_at = NULL WHERE authors.ended_at IS NOT NULL`,
        sql`UPDATE author_invitations AS i SET ended_at = ${at}, outcome = 'accepted' WHERE ${open}
          AND EXISTS (SELECT 1 FROM authors a WHERE a.product_id = ${productId} AND a.uid = ${uid}
            AND a.ended_at IS NULL AND a.accepted_at = ${at})`,
      ]);
      return written.at(-1) === 1;
    },

    /** False where the terms have changed since, the part is the same, or the changes of a day are made. */
    async setPart(write: SellersWrite, bps: number): Promise<boolean> {
      const { productId, uid, at } = write;
      const isChanged = sql`a.bps <> ${bps}`;
      const [noted] = await runBatch(db, [
        noteSellers(write, { kind: "changed", toBps: bps }, isChanged),
        sql`UPDATE authors AS a SET bps = ${bps} WHERE a.product_id = ${productId} AND a.uid = ${uid}
          AND a.ended_at IS NULL AND ${isChanged} AND ${isNoted({ productId, uid, kind: "changed", at })}`,
      ]);
      return noted === 1;
    },

    /** Ends a share for its seller. False as for `setPart`. */
    async remove(write: SellersWrite): Promise<boolean> {
      const { productId, uid, at } = write;
      const [noted] = await runBatch(db, [
        noteSellers(write, { kind: "removed", toBps: 0 }, sql`1`),
        end({ productId, uid, at }, isNoted({ productId, uid, kind: "removed", at })),
      ]);
      return noted === 1;
    },

    /** Ends a share for who has it. False where there is none. */
    async leave({ productId, uid, at }: { productId: string; uid: string; at: number }) {
      const [noted] = await runBatch(db, [
        sql`INSERT INTO author_changes (product_id, uid, by_uid, kind, from_bps, to_bps, at)
          SELECT product_id, uid, uid, 'left', bps, 0, ${at} FROM authors
          WHERE product_id = ${productId} AND uid = ${uid} AND ended_at IS NULL`,
        end({ productId, uid, at }, sql`1`),
      ]);
      return noted === 1;
    },
  };
}

const nameOf = (alias: string) =>
  sql.raw(`iif(${alias}.deleted_at IS NULL, ${alias}.display_name, NULL)`);

const CHANGES = sql`SELECT c.product_id AS productId, c.kind, c.uid, ${nameOf("u")} AS name,
    c.by_uid AS byUid, ${nameOf("d")} AS byName, c.from_bps AS fromBps, c.to_bps AS toBps, c.at
  FROM author_changes c JOIN users u ON u.uid = c.uid JOIN users d ON d.uid = c.by_uid`;

/** Scalar: the changes of the last day that are bounded. */
function countedChanges(productId: string, at: number): SQL {
  return sql`(SELECT count(*) FROM author_changes n WHERE n.product_id = ${productId}
    AND n.kind IN ${sqlList(COUNTED_CHANGE_KINDS)} AND n.at > ${at - CHANGES_WINDOW_MS})`;
}

/** Condition: the statement before has written the change, which the share follows. */
function isNoted(change: { productId: string; uid: string; kind: ChangeKind; at: number }): SQL {
  return sql`EXISTS (SELECT 1 FROM author_changes n WHERE n.product_id = ${change.productId}
    AND n.uid = ${change.uid} AND n.kind = ${change.kind} AND n.at = ${change.at})`;
}

function noteSellers(
  { productId, ownerUid, version, uid, at }: SellersWrite,
  { kind, toBps }: { kind: ChangeKind; toBps: number },
  where: SQL,
): SQL {
  return sql`INSERT INTO author_changes (product_id, uid, by_uid, kind, from_bps, to_bps, at)
    SELECT a.product_id, a.uid, p.owner_uid, ${kind}, a.bps, ${toBps}, ${at}
    FROM authors a JOIN products p ON p.id = a.product_id
    WHERE a.product_id = ${productId} AND a.uid = ${uid} AND a.ended_at IS NULL AND ${where}
      AND p.owner_uid = ${ownerUid} AND p.version = ${version}
      AND ${countedChanges(productId, at)} < ${MAX_CHANGES_PER_DAY}`;
}

function end({ productId, uid, at }: { productId: string; uid: string; at: number }, where: SQL) {
  return sql`UPDATE authors SET ended_at = ${at} WHERE product_id = ${productId} AND uid = ${uid}
    AND ended_at IS NULL AND ${where}`;
}
