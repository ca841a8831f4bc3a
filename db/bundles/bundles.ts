import { type SQL, sql } from "drizzle-orm";
import {
  type BundleItem,
  MAX_BUNDLE_CHOICES,
  MAX_BUNDLE_ITEMS,
  MAX_BUNDLES,
  MIN_BUNDLE_ITEMS,
} from "../../app/bundles/rules/bundle";
import { isClosed } from "../accounts/users";
import { type Db, readBatch, runBatch } from "../client";
import { insertWhere } from "../insert-where";
import { keyStockOf, toKeyStock } from "../products/key-stock";
import { type NewProduct, newRow } from "../products/preparing";
import { products } from "../schema/index";
import { CAN_BE_ITEM } from "./item-condition";

/** A bundle as its seller's pages read it. */
export interface SellersBundle {
  id: string;
  title: string;
  priceLamports: bigint;
  status: "active" | "disabled";
  recipient: string;
  /** Version: epoch ms. */
  updatedAt: number;
}

/** A product of the seller that a bundle can have. */
export interface BundleChoice extends BundleItem {
  isChosen: boolean;
  /** It can be added. */
  isOffered: boolean;
}

/** Why a write was refused; `title` is that of the item. */
export type BundleWriteRefusal =
  | { why: "changed" | "full" | "foreign" }
  | { why: "disabled" | "free" | "shared" | "wallet"; title: string };

interface ItemsChange {
  id: string;
  ownerUid: string;
  /** In order. */
  items: readonly string[];
  recipient: string;
  /** Epoch ms; the new version. */
  at: number;
  replaces: number;
}

export type Bundles = ReturnType<typeof bundlesIn>;

/** Bundles as their sellers set them. What a bundle can consist of is a condition of the write. */
export function bundlesIn(db: Db) {
  return {
    /** All of a seller's, the newest first, with their items in order. By one batch. */
    async ofOwner(ownerUid: string): Promise<(SellersBundle & { items: BundleItem[] })[]> {
      const own = sql`p.owner_uid = ${ownerUid} AND p.bundle_size > 0 AND p.status <> 'draft'`;
      const [bundles, items] = await readBatch(db, [
        sql`SELECT ${BUNDLE} FROM products p WHERE ${own} ORDER BY p.seq DESC LIMIT ${MAX_BUNDLES}`,
        sql`SELECT b.bundle_id AS bundleId, ${ITEM} FROM products p
          JOIN bundle_items b ON b.bundle_id = p.id JOIN products q ON q.id = b.product_id
          WHERE ${own} ORDER BY b.position`,
      ]);
      const rows = items as (ItemRow & { bundleId: string })[];
      return (bundles as BundleRow[]).map((bundle) => ({
        ...toBundle(bundle),
        items: rows.filter(({ bundleId }) => bundleId === bundle.id).map(toItem),
      }));
    },

    /** Null for a bundle that the seller does not have. */
    async byId(ownerUid: string, id: string): Promise<SellersBundle | null> {
      const [row] = await db.all<BundleRow>(sql`SELECT ${BUNDLE} FROM products p
        WHERE p.id = ${id} AND p.owner_uid = ${ownerUid} AND p.bundle_size > 0`);
      return row ? toBundle(row) : null;
    },

    /** Items of a bundle in order, then the newest products that can be added. `bundleId`: empty for a new one. */
    async choices(ownerUid: string, bundleId: string): Promise<BundleChoice[]> {
      const rows = await db.all<ItemRow & { isChosen: number; isOffered: number }>(sql`
        SELECT ${ITEM}, b.position IS NOT NULL AS isChosen, (${CAN_BE_ITEM}) AS isOffered
        FROM products q LEFT JOIN bundle_items b ON b.product_id = q.id AND b.bundle_id = ${bundleId}
        WHERE q.owner_uid = ${ownerUid} AND (b.position IS NOT NULL OR (${CAN_BE_ITEM}))
        ORDER BY b.position IS NULL, b.position, q.seq DESC LIMIT ${MAX_BUNDLE_CHOICES}`);
      return rows.map((row) => ({
        ...toItem(row),
        isChosen: row.isChosen === 1,
        isOffered: row.isOffered === 1,
      }));
    },

    /** Those of these products that are the seller's and no bundles, in this order. */
    async chosen(ownerUid: string, ids: readonly string[]) {
      type Row = ItemRow & { categoryId: number; subcategoryId: number | null; type: string };
      const rows = await db.all<Row>(sql`SELECT ${ITEM}, q.category_id AS categoryId,
          q.subcategory_id AS subcategoryId, q.type
        FROM json_each(${JSON.stringify(ids)}) i JOIN products q ON q.id = i.value
        WHERE q.owner_uid = ${ownerUid} AND q.bundle_size = 0 AND q.status <> 'draft' ORDER BY i.key`);
      return rows.map((row) => {
        const { categoryId, subcategoryId, type } = row;
        return { ...toItem(row), categoryId, subcategoryId, type };
      });
    },

    /** Puts a bundle on sale. Null where it is written. */
    async insert(bundle: NewProduct, items: readonly string[]): Promise<BundleWriteRefusal | null> {
      const { id, ownerUid, recipient } = bundle;
      const hasRoom = sql`(SELECT count(*) FROM products WHERE owner_uid = ${ownerUid}
        AND bundle_size > 0) < ${MAX_BUNDLES}`;
      const row = { ...newRow(bundle), bundleSize: items.length };
      const mayWrite = sql`${hasRoom} AND ${canBeItems({ ownerUid, recipient, items })}
        AND NOT EXISTS (SELECT 1 FROM products WHERE id = ${id}) AND NOT ${isClosed(ownerUid)}`;
      const [written = 0] = await runBatch(db, [
        insertWhere(products, row, mayWrite),
        insertItems({ id, ownerUid, items, at: bundle.updatedAt }),
      ]);
      if (written > 0) return null;
      const [room] = await db.all<{ isThere: number }>(sql`SELECT ${hasRoom} AS isThere`);
      return { why: room?.isThere ? "changed" : "full" };
    },

    /** Changes what the version `replaces` (epoch ms) of a bundle consists of. Null where it is written. */
    async update({
      id,
      items,
      at,
      replaces,
      ...owner
    }: ItemsChange): Promise<BundleWriteRefusal | null> {
      const { ownerUid, recipient } = owner;
      const isNew = sql`EXISTS (SELECT 1 FROM products WHERE id = ${id} AND owner_uid = ${ownerUid}
        AND updated_at = ${at} AND bundle_size > 0)`;
      const [written] = await runBatch(db, [
        // Open orders have the terms of what it was.
        sql`UPDATE products SET bundle_size = ${items.length}, recipient = ${recipient}, updated_at = ${at},
            version = version + 1
          WHERE id = ${id} AND owner_uid = ${ownerUid} AND updated_at = ${replaces} AND bundle_size > 0
            AND ${canBeItems({ ownerUid, recipient, items })}`,
        sql`DELETE FROM bundle_items WHERE bundle_id = ${id} AND ${isNew}
          AND product_id NOT IN (SELECT value FROM json_each(${JSON.stringify(items)}))`,
        insertItems({ id, ownerUid, items, at }),
      ]);
      return written ? null : { why: "changed" };
    },
  };
}

const BUNDLE = sql.raw(`p.id, p.title, p.price_lamports AS priceLamports, p.status, p.recipient,
  p.updated_at AS updatedAt`);

const ITEM = sql.raw(`q.id, q.title, q.price_lamports AS priceLamports, q.status, q.recipient,
  q.author_count AS authorCount, q.sale_limit AS saleLimit, q.sold, ${keyStockOf("q")} AS keyStock`);

interface Chosen {
  ownerUid: string;
  recipient: string;
  items: readonly string[];
}

/** SQL condition: the products are different, the seller's, on sale, and paid to this wallet. */
function canBeItems({ ownerUid, recipient, items }: Chosen): SQL {
  if (items.length < MIN_BUNDLE_ITEMS || items.length > MAX_BUNDLE_ITEMS) return sql`0`;
  return sql`(SELECT count(DISTINCT q.id) FROM json_each(${JSON.stringify(items)}) i
    JOIN products q ON q.id = i.value AND q.owner_uid = ${ownerUid} AND q.recipient = ${recipient}
      AND ${CAN_BE_ITEM}) = ${items.length}`;
}

/** Writes the items, in order, of a bundle of this version. */
function insertItems({
  id,
  ownerUid,
  items,
  at,
}: {
  id: string;
  ownerUid: string;
  items: readonly string[];
  at: number;
}): SQL {
  return sql`INSERT INTO bundle_items (bundle_id, product_id, position)
    SELECT p.id, i.value, i.key + 1 FROM products p, json_each(${JSON.stringify(items)}) i
    WHERE p.id = ${id} AND p.owner_uid = ${ownerUid} AND p.updated_at = ${at} AND p.bundle_size > 0
    ON CONFLICT (bundle_id, product_id) DO UPDATE SET position = excluded.position`;
}

type BundleRow = Omit<SellersBundle, "priceLamports"> & { priceLamports: number };
type ItemRow = Omit<BundleItem, "priceLamports" | "keyStock"> & {
  priceLamports: number;
  /** JSON. */
  keyStock: string | null;
};

function toBundle(row: BundleRow): SellersBundle {
  return { ...row, priceLamports: BigInt(row.priceLamports) };
}

function toItem({ id, title, priceLamports, status, ...row }: ItemRow): BundleItem {
  const { recipient, authorCount, saleLimit, sold } = row;
  return {
    ...{ id, title, status, recipient, authorCount, saleLimit, sold },
    priceLamports: BigInt(priceLamports),
    keyStock: toKeyStock(row.keyStock),
  };
}
