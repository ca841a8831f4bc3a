import { and, eq, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { Presentation } from "../../app/products/rules/presentation";
import type { ProductFields } from "../../app/products/rules/product-fields";
import { isClosed } from "../accounts/users";
import { type Db, runBatch } from "../client";
import { insertWhere } from "../insert-where";
import { products } from "../schema/index";
import { productRows } from "./claimed-rows";
import {
  changedColumns,
  isPreparedWhole,
  keepsFirstPicture,
  type NewProduct,
  newRow,
  type OwnProduct,
  ownedBy,
  type ProductChange,
  type Publishing,
  publishWhole,
} from "./preparing";
import { insertPresentation } from "./presentations";

/** A draft as its seller saw it. */
interface SeenDraft extends OwnProduct {
  /** Epoch ms. */
  updatedAt: number;
}

/** A draft as an edit of it found it. */
interface EditedDraft extends SeenDraft {
  /** Of its first picture; empty without one. */
  imageKey: string;
}

/** Writes of drafts whose form is kept as typed. */
export function draftsIn(db: Db) {
  return {
    /**
     * Inserts a draft without files where there is no product of this id, and an open account has fewer than
     * `maxDrafts`; with further pictures and a sample where there are any. False where nothing was written.
     */
    async insertDraftWithFields(
      draft: NewProduct,
      maxDrafts: number,
      presentation: Presentation | null = null,
    ): Promise<boolean> {
      const hasRoom = sql`(SELECT count(*) FROM products
          WHERE owner_uid = ${draft.ownerUid} AND status = 'draft') < ${maxDrafts}
        AND NOT EXISTS (SELECT 1 FROM products WHERE id = ${draft.id})
        AND NOT ${isClosed(draft.ownerUid)}`;
      const [inserted = 0] = await runBatch(db, [
        insertWhere(products, newRow(draft), hasRoom),
        ...(presentation ? insertPresentation(draft, presentation, draft.createdAt) : []),
      ]);
      return inserted > 0;
    },

    /** How many drafts this account has. */
    async countDrafts(ownerUid: string): Promise<number> {
      const row = await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM products
        WHERE owner_uid = ${ownerUid} AND status = 'draft'`);
      return row.count;
    },

    /**
     * Saves a draft with its form as typed, where it was not saved since. Returns when (epoch ms), or null where
     * nothing was written. It is a draft with fields then, whatever it was.
     */
    async saveDraft(
      seen: EditedDraft,
      change: ProductChange,
      fields: ProductFields,
      at: number,
    ): Promise<number | null> {
      const updatedAt = Math.max(seen.updatedAt + 1, at);
      const draftFields = JSON.stringify(fields);
      const set = { ...changedColumns(change), draftFields, updatedAt };
      const result = await db.update(products).set(set).where(unchangedDraft(seen, change));
      return result.meta.changes > 0 ? updatedAt : null;
    },

    /**
     * Saves the terms of a draft and puts it on sale as the newest product, where it was not saved since and all files
     * of its release are verified. False where nothing was written.
     */
    async publishDraft(
      seen: EditedDraft,
      change: ProductChange,
      publishing: Publishing,
    ): Promise<boolean> {
      const updatedAt = Math.max(seen.updatedAt + 1, publishing.at);
      const terms = db
        .update(products)
        .set({ ...changedColumns(change), seq: NEXT_SEQ, draftFields: null, updatedAt })
        .where(and(unchangedDraft(seen, change), isPreparedWhole(seen)))
        .getSQL();
      const isSaved = sql`EXISTS (SELECT 1 FROM products
        WHERE id = ${seen.id} AND status = 'draft' AND updated_at = ${updatedAt})`;
      const [saved = 0] = await runBatch(db, [terms, ...publishWhole(seen, publishing, isSaved)]);
      return saved > 0;
    },

    /** Drafts with fields that were last saved before this time (epoch ms), oldest first. */
    draftsBefore(
      time: number,
      limit: number,
    ): Promise<(OwnProduct & ImageKeys & { updatedAt: number })[]> {
      const { id, ownerUid, updatedAt, coverKey, shareKey } = products;
      return db
        .select({ id, ownerUid, updatedAt, coverKey, shareKey })
        .from(products)
        .where(and(isNotNull(products.draftFields), lt(products.updatedAt, time)))
        .orderBy(products.updatedAt)
        .limit(limit);
    },

    /**
     * Removes a draft with fields and all rows that name it, where it was not saved since. False where it was, or is
     * gone.
     */
    async removeDraft(seen: SeenDraft, at: number): Promise<boolean> {
      const { id, ownerUid, updatedAt } = seen;
      const isGone = sql`NOT EXISTS (SELECT 1 FROM products WHERE id = ${id})`;
      const [removed = 0] = await runBatch(db, [
        sql`DELETE FROM products WHERE id = ${id} AND owner_uid = ${ownerUid}
          AND status = 'draft' AND draft_fields IS NOT NULL AND updated_at = ${updatedAt}`,
        ...productRows.remove({ id, ownerUid, at, isGone }),
      ]);
      return removed > 0;
    },
  };
}

/** SQL: what the next product that is inserted would have. */
const NEXT_SEQ = sql`(SELECT max(seq) + 1 FROM products)`;

interface ImageKeys {
  coverKey: string;
  shareKey: string;
}

function unchangedDraft(seen: EditedDraft, change: ProductChange): SQL | undefined {
  const { id, ownerUid, updatedAt } = seen;
  const isSeen = and(eq(products.status, "draft"), eq(products.updatedAt, updatedAt));
  return and(ownedBy(id, ownerUid), isSeen, keepsFirstPicture(seen, change));
}
