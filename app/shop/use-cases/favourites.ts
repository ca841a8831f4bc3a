import type { Products } from "../../../db/products/products";
import type { Favourites } from "../../../db/shop/favourites";
import { assertNever } from "../../lib/assert-never";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { MAX_FAVOURITES, productIds } from "../rules/favourites";

export type FavouriteChange =
  | { intent: "add" | "remove"; productId: string }
  | { intent: "clear" }
  /** Favourites of the browser before sign-in, the last added first. */
  | { intent: "merge"; productIds: string[] };

/** Ids of an account's favourites on sale, the last added first; null for a visitor. */
export async function readFavourites(
  uid: string | null,
  { favourites }: { favourites: Pick<Favourites, "ofAccount"> },
): Promise<string[] | null> {
  return uid === null ? null : favourites.ofAccount(uid);
}

interface Deps {
  favourites: Favourites;
  products: Pick<Products, "byId">;
  clock: Clock;
}

/**
 * Changes the favourites of an account and returns all of them. Adding throws `not_found` and
 * `inactive` by the product, and `conflict` where the account has `MAX_FAVOURITES`; a merge leaves
 * out what does not fit.
 */
export async function changeFavourites(
  { uid, change }: { uid: string; change: FavouriteChange },
  deps: Deps,
): Promise<string[]> {
  switch (change.intent) {
    case "add":
      return addFavourite({ uid, productId: change.productId }, deps);
    case "remove":
      return deps.favourites.remove({ uid, productId: change.productId });
    case "clear":
      return deps.favourites.clear(uid);
    case "merge": {
      const ids = productIds(change.productIds, MAX_FAVOURITES);
      return deps.favourites.merge(uid, ids, deps.clock.now());
    }
    default:
      return assertNever(change);
  }
}

async function addFavourite(
  favourite: { uid: string; productId: string },
  { favourites, products, clock }: Deps,
): Promise<string[]> {
  const all = await favourites.add(favourite, clock.now());
  if (all.includes(favourite.productId)) return all;
  const product = await products.byId(favourite.productId);
  if (!product || product.status === "draft") throw new Problem("not_found");
  if (product.status === "disabled") throw new Problem("inactive");
  throw new Problem("conflict", {
    messageKey: "favourites_full",
    params: { max: MAX_FAVOURITES },
  });
}
