import type { Users } from "../../../db/accounts/users";
import type { Products } from "../../../db/products/products";
import { chosenName } from "../../accounts/rules/chosen-name";
import type { Clock } from "../../lib/ports";
import { secondImageOf, wholeCoverOf } from "../../products/rules/cover";
import { readDescription } from "../../products/rules/parse-description";
import { type ProductCard, toCard } from "../../products/rules/product-card";
import type { QuickViewProduct } from "../rules/shop";

interface Deps {
  products: Pick<Products, "byId">;
  users: Pick<Users, "byUid">;
  clock: Clock;
}

/**
 * A product on sale, else null. `listed` are the cards of the page, which also tell whether it is a
 * best seller.
 */
export async function readQuickView(
  { id, listed }: { id: string; listed: readonly ProductCard[] },
  { products, users, clock }: Deps,
): Promise<QuickViewProduct | null> {
  const product = await products.byId(id);
  if (product?.status !== "active") return null;
  const seller = await users.byUid(product.ownerUid);
  const card = listed.find((one) => one.id === id);
  return {
    ...(card ?? toCard(product, { now: clock.now(), top: [] })),
    ...readDescription(product),
    cover: wholeCoverOf(product),
    ...secondImageOf(product),
    seller: seller && { uid: seller.uid, name: chosenName(seller.displayName) },
  };
}
