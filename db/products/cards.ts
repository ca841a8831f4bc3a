import { hasChosenPrice } from "../../app/products/rules/chosen-price";
import { isGivenFree } from "../../app/products/rules/product";
import type { CardFacts } from "../../app/products/rules/product-card";
import { products } from "../schema/index";

/** The columns that a card needs. */
export const cardColumns = {
  id: products.id,
  title: products.title,
  categoryId: products.categoryId,
  priceLamports: products.priceLamports,
  isFree: products.isFree,
  isPriceChosen: products.isPriceChosen,
  coverMediaId: products.coverMediaId,
  coverSmallMediaId: products.coverSmallMediaId,
  coverWidth: products.coverWidth,
  coverSmallWidth: products.coverSmallWidth,
  coverFocusX: products.coverFocusX,
  coverFocusY: products.coverFocusY,
  saleType: products.saleType,
  saleLimit: products.saleLimit,
  sold: products.sold,
  held: products.held,
  ratingCount: products.ratingCount,
  ratingSum: products.ratingSum,
  createdAt: products.createdAt,
};

/** The same as SQL, of a table or alias `products`. */
export const CARD_COLUMNS = Object.entries(cardColumns)
  .map(([name, column]) => `products.${column.name} AS ${name}`)
  .join(", ");

/** A row of these columns. SQL gives flags as numbers. */
export interface CardRow extends Omit<CardFacts, "priceLamports" | "isFree" | "isPriceChosen"> {
  priceLamports: number;
  isFree: boolean | number;
  isPriceChosen: boolean | number;
}

export function toCardFacts(row: CardRow): CardFacts {
  return {
    ...row,
    priceLamports: BigInt(row.priceLamports),
    isFree: isGivenFree(row),
    isPriceChosen: hasChosenPrice(row),
  };
}
