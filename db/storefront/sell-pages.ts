import { and, asc, desc, eq, isNull, lt, ne, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SellerStatus } from "../../app/accounts/rules/seller-status";
import type { ProductStatus } from "../../app/products/rules/product";
import type { CardFacts } from "../../app/products/rules/product-card";
import { NEWEST_FIRST } from "../../app/products/rules/product-order";
import { MAX_FORM_PRODUCTS, MAX_LISTED_PRODUCTS } from "../../app/storefront/rules/sell-page-form";
import type { Socials } from "../../app/storefront/rules/social-links";
import { sellerColumns, toSellerStatus } from "../accounts/users";
import { type Db, runBatch } from "../client";
import { cardColumns, toCardFacts } from "../products/cards";
import { orderBy } from "../products/order-by";
import { media, products, sellPageProducts, sellPages, users } from "../schema/index";

const banner = alias(media, "banner");
const logo = alias(media, "logo");

const pageColumns = {
  bannerKey: sellPages.bannerKey,
  logoKey: sellPages.logoKey,
  bannerMediaId: sql<string>`coalesce(${banner.id}, '')`,
  logoMediaId: sql<string>`coalesce(${logo.id}, '')`,
  description: sellPages.description,
  website: sellPages.website,
  twitter: sellPages.twitter,
  instagram: sellPages.instagram,
  updatedAt: sellPages.updatedAt,
};

/** A seller's public page as saved. Keys of its images are empty if absent. */
export interface SavedPage extends Socials {
  bannerKey: string;
  logoKey: string;
  description: string;
  /** Epoch ms; the version of the page. */
  updatedAt: number;
}

/** With the public ids of its images, empty if absent. */
export interface SellPage extends SavedPage {
  bannerMediaId: string;
  logoMediaId: string;
}

/** A product that its seller can list. */
export interface ListableProduct extends CardFacts {
  status: ProductStatus;
  /** Position on the saved page, from 0; null where it is not listed. */
  position: number | null;
}

interface PublicSellPage {
  displayName: string;
  status: SellerStatus;
  /** Null where the user never saved one. */
  page: SellPage | null;
  /** With the cursor (`seq`) of products that are not chosen but taken from all of the seller. */
  products: (CardFacts & { seq: number })[];
}

export type SellPages = ReturnType<typeof sellPagesIn>;

export function sellPagesIn(db: Db) {
  const userWithPage = (uid: string) =>
    db
      .select({ displayName: users.displayName, page: pageColumns, seller: sellerColumns })
      .from(users)
      .leftJoin(sellPages, eq(sellPages.uid, users.uid))
      .leftJoin(banner, eq(banner.key, sellPages.bannerKey))
      .leftJoin(logo, eq(logo.key, sellPages.logoKey))
      .where(and(eq(users.uid, uid), isNull(users.deletedAt)));
  const savedPage = (uid: string) =>
    db
      .select(pageColumns)
      .from(sellPages)
      .leftJoin(banner, eq(banner.key, sellPages.bannerKey))
      .leftJoin(logo, eq(logo.key, sellPages.logoKey))
      .where(eq(sellPages.uid, uid));
  const publicColumns = { ...cardColumns, seq: products.seq };

  return {
    /**
     * A user's page with its active products in the seller's order. Without a saved page: the
     * `limit` newest active products, of those before the cursor `before`. Null for an unknown or
     * deleted user.
     */
    async byUid(
      uid: string,
      { before = null, limit }: { before?: number | null; limit: number },
    ): Promise<PublicSellPage | null> {
      const hasPage = db
        .select({ uid: sellPages.uid })
        .from(sellPages)
        .where(eq(sellPages.uid, uid));
      // The list may contain products of another seller; those are not shown.
      const onSale = and(eq(products.ownerUid, uid), eq(products.status, "active"));
      const [[user], chosen, newest] = await db.batch([
        userWithPage(uid),
        db
          .select(publicColumns)
          .from(sellPageProducts)
          .innerJoin(products, eq(products.id, sellPageProducts.productId))
          .where(and(eq(sellPageProducts.uid, uid), onSale))
          .orderBy(asc(sellPageProducts.position))
          .limit(MAX_LISTED_PRODUCTS),
        db
          .select(publicColumns)
          .from(products)
          .where(
            and(onSale, before === null ? undefined : lt(products.seq, before), notExists(hasPage)),
          )
          .orderBy(sql.raw(orderBy(NEWEST_FIRST)))
          .limit(limit),
      ]);
      if (!user) return null;
      const rows = user.page ? chosen : newest;
      const { displayName, page, seller } = user;
      return {
        displayName,
        status: toSellerStatus(seller),
        page,
        products: rows.map((row) => ({ ...toCardFacts(row), seq: row.seq })),
      };
    },

    /** The saved page of a user; null without one. */
    async saved(uid: string): Promise<SellPage | null> {
      const [page] = await savedPage(uid);
      return page ?? null;
    },

    /**
     * A user's saved page, and their published products: the listed ones in the order of the page,
     * then the newest.
     */
    async forEditor(uid: string): Promise<{ page: SellPage | null; products: ListableProduct[] }> {
      const { position } = sellPageProducts;
      const [[page], rows] = await db.batch([
        savedPage(uid),
        db
          .select({ ...cardColumns, status: products.status, position })
          .from(products)
          .leftJoin(
            sellPageProducts,
            and(eq(sellPageProducts.productId, products.id), eq(sellPageProducts.uid, uid)),
          )
          .where(and(eq(products.ownerUid, uid), ne(products.status, "draft")))
          .orderBy(sql`${position} IS NULL`, asc(position), desc(products.seq))
          .limit(MAX_FORM_PRODUCTS),
      ]);
      const listable = rows.map((row) => ({
        ...toCardFacts(row),
        status: row.status,
        position: row.position,
      }));
      return { page: page ?? null, products: listable };
    },

    /** Number of these products that the user has published. */
    async countOwn(uid: string, productIds: readonly string[]): Promise<number> {
      const [row] = await db.all<{ own: number }>(sql`SELECT count(*) AS own
        FROM products WHERE ${isOwn(uid)} AND id IN (${idsIn(productIds)})`);
      return row?.own ?? 0;
    },

    /**
     * Saves a page in one batch. False, and nothing is written, where its version is not
     * `replaces` (epoch ms, 0 for no page), where a product is not the user's, or where the account
     * is deleted. `page.updatedAt` is the new version, above `replaces`.
     */
    async save(
      uid: string,
      page: SavedPage & { productIds: readonly string[] },
      replaces: number,
    ): Promise<boolean> {
      const changes = await runBatch(db, saveStatements(uid, page, replaces));
      return changes.at(-1) === 1;
    },
  };
}

/**
 * Saves a page where its version is `replaces`, its products are the user's and the account is open.
 * The first statement adds the row of a new page at version 0, so that the others find the version
 * that they replace; the last one sets the new version.
 */
function saveStatements(
  uid: string,
  page: SavedPage & { productIds: readonly string[] },
  replaces: number,
): SQL[] {
  const ids = idsIn(page.productIds);
  const isAllowed = sql`EXISTS (SELECT 1 FROM users WHERE uid = ${uid} AND deleted_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM (${ids}) WHERE value NOT IN
      (SELECT id FROM products WHERE ${isOwn(uid)}))`;
  const isCurrent = sql`EXISTS (SELECT 1 FROM sell_pages
    WHERE uid = ${uid} AND updated_at = ${replaces}) AND ${isAllowed}`;
  const { bannerKey, logoKey, description, website, twitter, instagram, updatedAt } = page;
  return [
    sql`INSERT OR IGNORE INTO sell_pages (uid, updated_at)
      SELECT ${uid}, 0 WHERE ${replaces} = 0 AND ${isAllowed}`,
    sql`DELETE FROM sell_page_products WHERE uid = ${uid} AND ${isCurrent}`,
    sql`INSERT INTO sell_page_products (uid, product_id, position)
      SELECT ${uid}, value, key FROM json_each(${JSON.stringify(page.productIds)})
      WHERE ${isCurrent}`,
    sql`UPDATE sell_pages SET banner_key = ${bannerKey}, logo_key = ${logoKey},
      description = ${description}, website = ${website}, twitter = ${twitter},
      instagram = ${instagram}, updated_at = ${updatedAt}
      WHERE uid = ${uid} AND ${isCurrent}`,
  ];
}

const idsIn = (ids: readonly string[]) => sql`SELECT value FROM json_each(${JSON.stringify(ids)})`;

/** Condition on products: published by this user. */
const isOwn = (uid: string) => sql`owner_uid = ${uid} AND status <> 'draft'`;
