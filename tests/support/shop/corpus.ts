import { CATEGORIES } from "../../../app/products/rules/categories";
import { type RandomInt, seededRandom } from "../../../app/products/rules/cover-shapes";
import type { ProductRow } from "../../../dev/seed/generated/insert-products";

const WORDS = [
  ..."boucles de piano nappes synthé chants d’oiseaux basse récits gare traité thé nuages".split(
    " ",
  ),
  ...'Œuvre œil cœur Straße été hiver n°7 100% film presets l\'herbier C++ "rare" ÅNGSTRÖM'.split(
    " ",
  ),
  ..."watercolour textures concrete light the lake winter night tools templates notion".split(" "),
];
const HOT_PRICES = [
  1_000_000, 5_000_000, 10_000_000, 15_500_000, 50_000_000, 159_000_000, 250_000_000,
];

/** Products of all kinds in order of `seq`; the same for the same count. */
export function corpus(count: number): ProductRow[] {
  const random = seededRandom("shop corpus");
  return Array.from({ length: count }, (_, at) => productRow(at, random));
}

export function productRow(at: number, random: RandomInt): ProductRow {
  const category = pick(CATEGORIES, random);
  return {
    id: `product-${at}`,
    ownerUid: "seller",
    recipient: "wallet",
    title: `${words(1 + random(3), random)} ${at}`,
    description: words(4 + random(8), random),
    categoryId: category.id,
    subcategoryId: random(10) === 0 ? null : pick(category.subcategories, random),
    type: category.type,
    priceLamports: price(random),
    saleType: "infinite",
    saleLimit: null,
    status: random(12) === 0 ? "disabled" : "active",
    sold: random(3) === 0 ? random(40) : 0,
    createdAt: 1_700_000_000_000 + at,
  };
}

/** Many of a few prices, some of any number of digits, few that are free or very high. */
function price(random: RandomInt): number {
  const kind = random(20);
  if (kind < 8) return pick(HOT_PRICES, random);
  if (kind < 14) return 1_000_000 * (1 + random(300));
  if (kind < 17) return 1_000_000 * (1 + random(3_000));
  if (kind < 19) return random(2_000_000_000);
  return pick([0, 1, 999_999, 12_345_678_901, 1_000_000_000_000, 9_007_199_254_740_991], random);
}

export function words(count: number, random: RandomInt): string {
  return Array.from({ length: count }, () => pick(WORDS, random)).join(" ");
}

export function pick<T>(list: readonly T[], random: RandomInt): T {
  return list[random(list.length)] as T;
}
