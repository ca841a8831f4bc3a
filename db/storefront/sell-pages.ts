import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { CardFacts } from "../../app/products/rules/product-card";
import type { Socials } from "../../app/storefront/rules/social-links";
import type { Db } from "../client";
import { cardColumns, toCardFacts } from "../products/cards";
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
};

/** A seller's public page as saved. Keys and public ids of its images are empty if absent. */
interface SellPage extends Socials {
  bannerKey: string;
  logoKey: string;
  bannerMediaId: string;
  logoMediaId: string;
  description: string;
}

export type SellPages = ReturnType<typeof sellPagesIn>;

export function sellPagesIn(db: Db) {
  return {
    /**
     * A user's page and its active products in the seller's order; `page` is null if the user never
     * saved one. Null for an unknown or deleted user.
     */
    async byUid(
      uid: string,
    ): Promise<{ displayName: string; page: SellPage | null; products: CardFacts[] } | null> {
      const [[user], cards] = await db.batch([
        db
          .select({ displayName: users.displayName, page: pageColumns })
          .from(users)
          .leftJoin(sellPages, eq(sellPages.uid, users.uid))
          .leftJoin(banner, eq(banner.key, sellPages.bannerKey))
          .leftJoin(logo, eq(logo.key, sellPages.logoKey))
          .where(and(eq(users.uid, uid), isNull(users.deletedAt))),
        db
          .select(cardColumns)
          .from(sellPageProducts)
          .innerJoin(products, eq(products.id, sellPageProducts.productId))
          .where(
            and(
              eq(sellPageProducts.uid, uid),
              // The list may contain products of another seller; those are not shown.
              eq(products.ownerUid, uid),
              eq(products.status, "active"),
            ),
          )
          .orderBy(asc(sellPageProducts.position)),
      ]);
      return user ? { ...user, products: cards.map(toCardFacts) } : null;
    },
  };
}
