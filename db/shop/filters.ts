import { CATEGORIES, categoryById, type ProductType } from "../../app/products/rules/categories";
import type { PriceRange } from "../../app/products/rules/price-bands";

/** What the shop filters by, besides a search. */
export interface Filters {
  category: number | null;
  /** One of the category's. */
  subcategory: number | null;
  type: ProductType | null;
  /** Null for all prices. */
  price: PriceRange | null;
}

/** A set of products that has indexes of its own. */
export interface Scope {
  /** The name of its indexes up to the order; all are of active products only. */
  index: string;
  /** SQL condition without parameters. */
  condition: string;
  /** Its row in `product_counts`. */
  id: number;
}

/**
 * The products of a category, a subcategory or a type, which is the union of its categories. Empty
 * where no product can match.
 */
export function scopesOf({ category, subcategory, type, price }: Filters): Scope[] {
  if (price && price.from > price.to) return [];
  if (category === null) {
    if (type === null) return [{ index: "active_by", condition: "1", id: 0 }];
    return CATEGORIES.filter((one) => one.type === type).map(({ id }) => categoryScope(id));
  }
  if (type !== null && categoryById(category)?.type !== type) return [];
  if (subcategory === null) return [categoryScope(category)];
  return [
    {
      index: "active_in_subcategory_by",
      condition: `subcategory_id = ${subcategory}`,
      id: subcategory,
    },
  ];
}

function categoryScope(id: number): Scope {
  return { index: "active_in_category_by", condition: `category_id = ${id}`, id };
}

/** SQL condition on the columns of `products`. */
export function conditionOf(filters: Filters): string {
  const scopes = scopesOf(filters).map(({ condition }) => condition);
  const isInScope = scopes.length > 0 ? `(${scopes.join(" OR ")})` : "0";
  return `status = 'active' AND ${isInScope} AND ${priceCondition(filters)}`;
}

export function priceCondition({ price }: Pick<Filters, "price">): string {
  return price ? `price_lamports BETWEEN ${price.from} AND ${price.to}` : "1";
}
