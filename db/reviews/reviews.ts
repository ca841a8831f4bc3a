import { type SQL, sql } from "drizzle-orm";
import { SALE_KINDS } from "../../app/orders/rules/ledger-kinds";
import type { PublicReview, ReviewStanding, StarCount } from "../../app/reviews/rules/review";
import { type Db, sqlList } from "../client";
import { existsRight, IS_LIVE } from "../orders/rights";
import type { Query, Row } from "../shop/query";

/** What a buyer writes. */
export interface WrittenReview {
  stars: StarCount;
  text: string;
  name: string;
}

interface NewReview extends WrittenReview {
  orderId: string;
  uid: string;
  /** Of the first version. */
  id: string;
  tag: string;
  /** Epoch ms. */
  at: number;
}

/** A review as its buyer and its seller see it. */
export interface OwnReview extends PublicReview {
  productId: string;
  /** The product's title of today; empty where it is gone. */
  title: string;
  standing: ReviewStanding;
  /** The operator took it off the pages. */
  isHidden: boolean;
  /** Why, in the operator's words; empty where it is shown. */
  hiddenReason: string;
}

/** A purchase that may have a review. */
export interface ReviewedPurchase {
  productId: string;
  title: string;
  /** Not refunded, not rolled back: a review can be written. */
  isLive: boolean;
  /** The stars of its review count. */
  isRanked: boolean;
  review: OwnReview | null;
}

/** Where a page of reviews goes on. */
export interface ReviewPosition {
  createdAt: number;
  id: string;
}

/** A product as the page of its reviews shows it. */
export interface RatedProduct {
  id: string;
  title: string;
  ratingCount: number;
  ratingSum: number;
}

export type Reviews = ReturnType<typeof reviewsIn>;

/** Reviews of products. */
export function reviewsIn(db: Db) {
  const changed = async (statement: SQL) => (await db.run(statement)).meta.changes > 0;
  const list = async (where: SQL, limit: number): Promise<OwnReview[]> => {
    const rows = await db.all<OwnRow>(sql`SELECT ${OWN_COLUMNS} FROM reviews v
      LEFT JOIN products p ON p.id = v.product_id
      WHERE ${where} ORDER BY v.created_at DESC, v.id DESC LIMIT ${limit}`);
    return rows.map(toOwn);
  };

  return {
    /** A purchase of this person by an order, with its review; null for another order, and for one that gave nothing. */
    async purchase(orderId: string, uid: string): Promise<ReviewedPurchase | null> {
      const row = await db.get<PurchaseRow | undefined>(sql`
        SELECT o.product_id AS purchasedId, coalesce(p.title, '') AS purchasedTitle, ${IS_REVIEWABLE} AS isLive,
          ${IS_RANKED} AS isRanked, ${OWN_COLUMNS}
        FROM orders o LEFT JOIN products p ON p.id = o.product_id LEFT JOIN reviews v ON v.order_id = o.id
        WHERE o.id = ${orderId} AND o.buyer_uid = ${uid} AND o.settled_at IS NOT NULL
          AND (${IS_REVIEWABLE} OR v.id IS NOT NULL OR o.status = 'refunded')`);
      if (!row) return null;
      const { purchasedId, purchasedTitle, isLive, isRanked, ...review } = row;
      return {
        productId: purchasedId,
        title: purchasedTitle,
        isLive: isLive === 1,
        isRanked: isRanked === 1,
        review: review.id === null ? null : toOwn(review as OwnRow),
      };
    },

    /**
     * Writes the review of a purchase, or changes it. False where the person does not hold the purchase by this order:
     * one of another person, refunded, rolled back, or given without a payment. One conditional write.
     */
    write({ orderId, uid, id, tag, stars, text, name, at }: NewReview): Promise<boolean> {
      return changed(sql`
        INSERT INTO reviews (order_id, id, product_id, owner_uid, uid, stars, text, name, tag, counts, created_at, updated_at)
        SELECT o.id, ${id}, o.product_id, o.owner_uid, ${uid}, ${stars}, ${text}, ${name}, ${tag}, ${IS_RANKED}, ${at}, ${at}
        FROM orders o JOIN products p ON p.id = o.product_id
        WHERE o.id = ${orderId} AND o.buyer_uid = ${uid} AND o.owner_uid <> ${uid} AND ${IS_REVIEWABLE}
        ON CONFLICT (order_id) DO UPDATE SET stars = excluded.stars, text = excluded.text, name = excluded.name,
          updated_at = excluded.updated_at WHERE reviews.uid = excluded.uid`);
    },

    /** Also of a purchase that was refunded. False where there is none. */
    remove: (orderId: string, uid: string): Promise<boolean> =>
      changed(sql`DELETE FROM reviews WHERE order_id = ${orderId} AND uid = ${uid}`),

    /** A product that is not a draft, with its stars; null for another one. */
    async product(id: string): Promise<RatedProduct | null> {
      const row = await db.get<RatedProduct | undefined>(sql`SELECT id, title,
          rating_count AS ratingCount, rating_sum AS ratingSum
        FROM products WHERE id = ${id} AND status <> 'draft'`);
      return row ?? null;
    },

    /** What everybody sees, newest first. */
    ofProduct: (
      productId: string,
      before: ReviewPosition | null,
      limit: number,
    ): Promise<OwnReview[]> =>
      list(sql`v.product_id = ${productId} AND ${IS_SHOWN} AND ${isBefore(before)}`, limit),

    /** Reviews of a seller's products, newest first, also those that are not shown. */
    ofSeller: (
      ownerUid: string,
      before: ReviewPosition | null,
      limit: number,
    ): Promise<OwnReview[]> => list(sql`v.owner_uid = ${ownerUid} AND ${isBefore(before)}`, limit),

    /** A shown review of a product; null for another one. */
    async shown(id: string, productId: string): Promise<OwnReview | null> {
      const [found] = await list(
        sql`v.id = ${id} AND v.product_id = ${productId} AND ${IS_SHOWN}`,
        1,
      );
      return found ?? null;
    },

    /** A review of this seller's; null for another one. */
    async toAnswer(id: string, ownerUid: string): Promise<OwnReview | null> {
      const [found] = await list(sql`v.id = ${id} AND v.owner_uid = ${ownerUid}`, 1);
      return found ?? null;
    },

    /** Sets the seller's answer; an empty one removes it. False for a review of another seller. */
    answer: (
      { id, ownerUid }: { id: string; ownerUid: string },
      answer: string,
      at: number,
    ): Promise<boolean> =>
      changed(sql`UPDATE reviews SET answer = ${answer}, answered_at = iif(${answer} = '', NULL, ${at})
        WHERE id = ${id} AND owner_uid = ${ownerUid}`),
  };
}

const SHOWN = "v.standing <> 'reversed' AND v.hidden_at IS NULL";
/** Condition on a review `v`: everybody sees it. */
const IS_SHOWN = sql.raw(`(${SHOWN})`);

/** Select of the newest reviews of a product that everybody sees. */
export function newestReviews(productId: string, limit: number): Query {
  return {
    sql: `SELECT ${COLUMNS}, '' AS title FROM reviews v INDEXED BY reviews_of_product
      WHERE v.product_id = ? AND ${SHOWN} ORDER BY v.created_at DESC, v.id DESC LIMIT ${limit}`,
    params: [productId],
  };
}

export const toReviews = (rows: readonly Row[]): OwnReview[] =>
  rows.map((row) => toOwn(row as unknown as OwnRow));

/** Condition on an order `o`: it was paid, and its buyer has what it sold. */
const IS_REVIEWABLE = sql`(o.status = 'paid' AND o.grant_reason IS NULL
  AND ${existsRight(sql`r.order_id = o.id AND r.uid = o.buyer_uid AND ${IS_LIVE}`)})`;

/** Expression of an order `o`: its sale is large enough to count. One that the seller accepted below its price is none. */
const IS_RANKED = sql`coalesce((SELECT max(l.lamports) FROM ledger l
    WHERE l.order_id = o.id AND l.kind IN ${sqlList([SALE_KINDS[0]])}) >= coalesce(o.ranked_from, 0), 0)`;

const isBefore = (position: ReviewPosition | null): SQL =>
  position === null ? sql`1` : sql`(v.created_at, v.id) < (${position.createdAt}, ${position.id})`;

const COLUMNS = `v.id, v.stars, v.text, v.name, v.tag, v.counts, v.standing, v.answer,
  v.created_at AS createdAt, v.hidden_at AS hiddenAt, v.hidden_reason AS hiddenReason, v.product_id AS productId`;
const OWN_COLUMNS = sql.raw(`${COLUMNS}, coalesce(p.title, '') AS title`);

interface OwnRow {
  id: string;
  stars: StarCount;
  text: string;
  name: string;
  tag: string | null;
  counts: number;
  standing: ReviewStanding;
  answer: string;
  createdAt: number;
  hiddenAt: number | null;
  hiddenReason: string;
  productId: string;
  title: string;
}

interface PurchaseRow extends Omit<OwnRow, "id"> {
  id: string | null;
  purchasedId: string;
  purchasedTitle: string;
  isLive: number;
  isRanked: number;
}

function toOwn({ counts, standing, hiddenAt, ...row }: OwnRow): OwnReview {
  return {
    ...row,
    standing,
    counts: counts === 1,
    isRefunded: standing === "refunded",
    isHidden: hiddenAt !== null,
  };
}
