import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { assertNever } from "../../app/lib/assert-never";
import type { CardFacts } from "../../app/products/rules/product-card";
import type { Sort } from "../../app/shop/rules/shop";
import type { Db } from "../client";
import { cardColumns, toCardFacts } from "../products/cards";
import { products } from "../schema/index";

/** A literal: SQLite does not use the partial indexes with a parameter. */
const isActive = sql`${products.status} = 'active'`;

export type Catalogue = ReturnType<typeof catalogueIn>;

interface CatalogueQuery {
  /** Null for all. */
  category: number | null;
  sort: Sort;
  /** Rows to skip. */
  offset: number;
  limit: number;
}

/** Products on sale. */
export function catalogueIn(db: Db) {
  return {
    /**
     * Active products in order, the ids of the `top` best-selling products of the whole shop (only
     * those with sales), and the number of products that match, counted up to `countTo`.
     */
    async browse(
      { category, sort, offset, limit }: CatalogueQuery,
      { top, countTo }: { top: number; countTo: number },
    ): Promise<{ products: CardFacts[]; top: string[]; count: number }> {
      const matches = and(
        isActive,
        category === null ? undefined : eq(products.categoryId, category),
      );
      const counted = db
        .select({ one: sql`1`.as("one") })
        .from(products)
        .where(matches)
        .limit(countTo)
        .as("counted");
      const [rows, bestSellers, [total]] = await db.batch([
        db
          .select(cardColumns)
          .from(products)
          .where(matches)
          .orderBy(...orderOf(sort))
          .limit(limit)
          .offset(offset),
        db
          .select({ id: products.id })
          .from(products)
          .where(and(isActive, sql`${products.sold} > 0`))
          .orderBy(desc(products.sold), desc(products.seq))
          .limit(top),
        db.select({ count: count() }).from(counted),
      ]);
      return {
        products: rows.map(toCardFacts),
        top: bestSellers.map(({ id }) => id),
        count: total?.count ?? 0,
      };
    },
  };
}

/** Both columns sort in the same direction, so that their index serves either. */
function orderOf(sort: Sort): SQL[] {
  switch (sort) {
    case "recent":
      return [desc(products.seq)];
    case "price-asc":
      return [asc(products.priceLamports), asc(products.seq)];
    case "price-desc":
      return [desc(products.priceLamports), desc(products.seq)];
    case "popular":
      return [desc(products.sold), desc(products.seq)];
    default:
      return assertNever(sort);
  }
}
