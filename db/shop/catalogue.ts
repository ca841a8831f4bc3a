import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { assertNever } from "../../app/lib/assert-never";
import type { Catalogue } from "../../app/shop/ports";
import type { Sort } from "../../app/shop/rules/shop";
import type { Db } from "../client";
import { cardColumns, toCardFacts } from "../products/cards";
import { products } from "../schema";

/** A literal, not a parameter: only so does SQLite use the partial indexes. */
const isActive = sql`${products.status} = 'active'`;

export function catalogueIn(db: Db): Catalogue {
  return {
    async browse({ category, sort, skip, limit }, { top, countTo }) {
      const wanted = and(
        isActive,
        category === null ? undefined : eq(products.categoryId, category),
      );
      const counted = db
        .select({ one: sql`1`.as("one") })
        .from(products)
        .where(wanted)
        .limit(countTo)
        .as("counted");
      const [rows, best, [total]] = await db.batch([
        db
          .select(cardColumns)
          .from(products)
          .where(wanted)
          .orderBy(...orderOf(sort))
          .limit(limit)
          .offset(skip),
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
        top: best.map(({ id }) => id),
        count: total?.count ?? 0,
      };
    },
  };
}

/** Both columns go the same way, as they lie in their index. */
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
