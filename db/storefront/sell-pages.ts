import { and, asc, eq, isNull } from "drizzle-orm";
import type { SellPages } from "../../app/storefront/ports";
import type { Db } from "../client";
import { cardColumns, toCardFacts } from "../products/cards";
import { products, sellPageProducts, sellPages, users } from "../schema";

const pageColumns = {
  bannerKey: sellPages.bannerKey,
  logoKey: sellPages.logoKey,
  description: sellPages.description,
  website: sellPages.website,
  twitter: sellPages.twitter,
  instagram: sellPages.instagram,
};

export function sellPagesIn(db: Db): SellPages {
  return {
    async byUid(uid) {
      const [[person], cards] = await db.batch([
        db
          .select({ displayName: users.displayName, page: pageColumns })
          .from(users)
          .leftJoin(sellPages, eq(sellPages.uid, users.uid))
          .where(and(eq(users.uid, uid), isNull(users.deletedAt))),
        db
          .select(cardColumns)
          .from(sellPageProducts)
          .innerJoin(products, eq(products.id, sellPageProducts.productId))
          .where(
            and(
              eq(sellPageProducts.uid, uid),
              // A page shows its seller's own products, whatever its list says.
              eq(products.ownerUid, uid),
              eq(products.status, "active"),
            ),
          )
          .orderBy(asc(sellPageProducts.position)),
      ]);
      return person ? { ...person, products: cards.map(toCardFacts) } : null;
    },
  };
}
