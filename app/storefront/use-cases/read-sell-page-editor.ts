import type { SellPages } from "../../../db/storefront/sell-pages";
import { chosenName } from "../../accounts/rules/chosen-name";
import type { User } from "../../accounts/rules/user";
import type { Clock } from "../../lib/ports";
import { mediaUrl } from "../../products/rules/cover";
import { toCard } from "../../products/rules/product-card";
import { MAX_LISTED_PRODUCTS, type SellPageEditor } from "../rules/sell-page-form";

/**
 * What the page editor shows. Without a saved page it lists the products on sale, newest first, as
 * the public page does.
 */
export async function readSellPageEditor(
  { uid, displayName }: Pick<User, "uid" | "displayName">,
  { sellPages, clock }: { sellPages: Pick<SellPages, "forEditor">; clock: Clock },
): Promise<SellPageEditor> {
  const { page, products } = await sellPages.forEditor(uid);
  const context = { now: clock.now(), top: [] };
  const listed = page
    ? products.filter(({ position }) => position !== null)
    : products.filter(({ status }) => status === "active").slice(0, MAX_LISTED_PRODUCTS);
  return {
    seller: { uid, name: chosenName(displayName) },
    updatedAt: page?.updatedAt ?? 0,
    images: {
      banner: mediaUrl(page?.bannerMediaId ?? ""),
      logo: mediaUrl(page?.logoMediaId ?? ""),
    },
    fields: {
      publicName: chosenName(displayName),
      description: page?.description ?? "",
      website: page?.website ?? "",
      twitter: page?.twitter ?? "",
      instagram: page?.instagram ?? "",
      rows: products.map(({ id }) => id),
      listed: listed.map(({ id }) => id),
    },
    products: products.map((product) => ({
      card: toCard(product, context),
      isActive: product.status === "active",
    })),
  };
}
