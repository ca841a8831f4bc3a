import { and, desc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { GrantReason } from "../../app/orders/rules/grant";
import type { CoverFacts } from "../../app/products/rules/cover";
import type { Product } from "../../app/products/rules/product";
import type { FileUpdate } from "../../app/products/rules/release";
import type { Db } from "../client";
import { files, orders, products, purchases, releases } from "../schema/index";
import { liveRight, newestRight, ownedRights, type Right } from "./rights";

/** The transfer that gave a purchase back. What an old record lacks is null. */
interface PurchaseRefund {
  /** Epoch ms. */
  at: number | null;
  lamports: bigint | null;
  signature: string | null;
}

type LibraryProduct = Pick<Product, "title" | "description" | "descriptionFormat"> &
  Omit<Required<CoverFacts>, "id">;

export interface LibraryRow {
  productId: string;
  orderId: string;
  /** When it was bought. Epoch ms. */
  createdAt: number;
  /** Null where the product is not there any more. */
  product: LibraryProduct | null;
  /** Set where the product's file was replaced since the purchase. */
  update: FileUpdate | null;
  /** Why nothing was paid; null for a purchase. */
  grantReason: GrantReason | null;
  /** Null for a live purchase. */
  refund: PurchaseRefund | null;
  /** The product gives licence keys, or gave them. */
  isLicensed: boolean;
}

export type Purchases = ReturnType<typeof purchasesIn>;

export function purchasesIn(db: Db) {
  return {
    /** The newest live right to a product; null where there is none or it was revoked. */
    async find(uid: string, productId: string): Promise<Right | null> {
      const [right] = await db.all<Right>(liveRight(uid, productId));
      return right ?? null;
    },

    /** The right to a product that an order gave, also where it was revoked; null where it gave none. */
    async ofOrder(orderId: string, productId: string): Promise<Right | null> {
      const [right] = await db.all<Right>(
        newestRight(sql`r.order_id = ${orderId} AND r.product_id = ${productId}`),
      );
      return right ?? null;
    },

    /**
     * Live and refunded purchases with what a library shows of each product, newest first; `before`
     * (epoch ms) continues a page. What was rolled back, or refunded before it gave the file, is none.
     */
    async library(uid: string, limit: number, before: number | null): Promise<LibraryRow[]> {
      const page = { uid, limit, before };
      const [bought, returned] = await db.batch([boughtItems(db, page), refundedItems(db, page)]);
      const items = [
        ...bought.map(({ updatedAt: at, note, licenceKind, ...item }) => ({
          ...item,
          isLicensed: licenceKind !== null,
          update: at === null || note === null ? null : { at, note },
          refund: null,
        })),
        ...returned.map(({ at, lamports, signature, ...item }) => ({
          ...item,
          isLicensed: false,
          update: null,
          grantReason: null,
          refund: { at, lamports: lamports === null ? null : BigInt(lamports), signature },
        })),
      ];
      return items.sort((one, other) => other.createdAt - one.createdAt).slice(0, limit);
    },

    async markRefresh(uid: string, productId: string, at: number): Promise<void> {
      await db
        .update(purchases)
        .set({ refreshRequestedAt: at })
        .where(
          and(
            eq(purchases.uid, uid),
            eq(purchases.productId, productId),
            isNull(purchases.revokedAt),
          ),
        );
    },
  };
}

interface LibraryPage {
  uid: string;
  limit: number;
  before: number | null;
}

const SHOWN_PRODUCT = {
  title: products.title,
  description: products.description,
  descriptionFormat: products.descriptionFormat,
  coverMediaId: products.coverMediaId,
  coverSmallMediaId: products.coverSmallMediaId,
  coverWidth: products.coverWidth,
  coverSmallWidth: products.coverSmallWidth,
  coverFocusX: products.coverFocusX,
  coverFocusY: products.coverFocusY,
};

const RELEASE_ON_SALE = sql`coalesce(${products.releaseId}, ${products.fileKey})`;

export function boughtItems(db: Db, { uid, limit, before }: LibraryPage) {
  const older = before === null ? undefined : sql`l.createdAt < ${before}`;
  return (
    db
      .select({
        productId: sql<string>`l.productId`,
        orderId: sql<string>`l.orderId`,
        createdAt: sql<number>`l.createdAt`,
        grantReason: sql<GrantReason | null>`l.grantReason`,
        product: SHOWN_PRODUCT,
        updatedAt: products.fileUpdatedAt,
        licenceKind: products.licenceKind,
        note: sql<string | null>`CASE WHEN ${RELEASE_ON_SALE} <> l.releaseId
          THEN coalesce(${releases.note}, ${files.note}, '') END`,
      })
      .from(sql`(${ownedRights(uid)}) l`)
      .leftJoin(products, eq(products.id, sql`l.productId`))
      .leftJoin(releases, eq(releases.id, products.releaseId))
      // Of a release that an older Worker wrote.
      .leftJoin(files, and(eq(files.key, products.fileKey), isNull(products.releaseId)))
      // A bundle has a row for each of its items.
      .where(and(older, sql`coalesce(${products.bundleSize}, 0) = 0`))
      .orderBy(sql`l.createdAt DESC`)
      .limit(limit)
  );
}

/** From the orders: a product that was bought again has no other record of its refunded purchase. */
export function refundedItems(db: Db, { uid, limit, before }: LibraryPage) {
  const older = before === null ? undefined : lt(orders.settledAt, before);
  return (
    db
      .select({
        productId: orders.productId,
        orderId: orders.id,
        createdAt: sql<number>`orders.settled_at`,
        product: SHOWN_PRODUCT,
        at: orders.refundedAt,
        signature: orders.refundSignature,
        lamports: sql<number | null>`(SELECT -sum(l.lamports) FROM ledger l
          WHERE l.order_id = orders.id AND l.signature = orders.refund_signature)`,
      })
      .from(orders)
      .leftJoin(products, eq(products.id, orders.productId))
      // The status as text, so that the partial index serves the query.
      .where(
        and(
          eq(orders.buyerUid, uid),
          sql`orders.status = 'refunded'`,
          isNotNull(orders.settledAt),
          older,
        ),
      )
      .orderBy(desc(orders.settledAt))
      .limit(limit)
  );
}
