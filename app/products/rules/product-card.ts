import { formatPrice } from "../../lib/lamports";
import { type CoverFacts, coverOf, type ProductCover } from "./cover";
import { type Rating, ratingOf, type StarTexts } from "./rating";
import { availabilityOf, type SaleType } from "./sale-type";

/** How long a product carries the badge "new". */
export const NEW_FOR_MS = 24 * 60 * 60 * 1000;

/** The columns of a product that its card needs. */
export interface CardFacts extends Required<CoverFacts> {
  title: string;
  categoryId: number;
  priceLamports: bigint;
  isFree: boolean;
  isPriceChosen: boolean;
  saleType: SaleType;
  saleLimit: number | null;
  sold: number;
  held: number;
  ratingCount: number;
  ratingSum: number;
  /** Epoch ms. */
  createdAt: number;
}

/** A product in a list, as pages show it. */
export interface ProductCard {
  id: string;
  title: string;
  categoryId: number;
  /** As `formatPrice` writes it. */
  amount: string;
  /** What the amount is worth in another currency, as text; added where a page shows it. */
  worth?: string;
  cover: ProductCover;
  /** Null without stars that count. */
  rating: Rating | null;
  /** The same as texts; added where a page shows them. */
  stars?: StarTexts;
  isNew: boolean;
  isTop: boolean;
  isSoldOut: boolean;
  isUnique: boolean;
  /** Of a limited product. */
  edition: { sold: number; limit: number } | null;
}

/** `top` are the ids of the best-selling products; `now` in epoch ms. */
export function toCard(
  facts: CardFacts,
  { now, top }: { now: number; top: string[] },
): ProductCard {
  const { id, title, categoryId, saleType, saleLimit, sold } = facts;
  return {
    id,
    title,
    categoryId,
    amount: formatPrice(facts),
    cover: coverOf(facts, "small"),
    rating: ratingOf(facts),
    isNew: now - facts.createdAt < NEW_FOR_MS,
    isTop: top.includes(id),
    isSoldOut: availabilityOf(facts) === "sold_out",
    isUnique: saleType === "unique",
    edition: saleType === "limited" && saleLimit !== null ? { sold, limit: saleLimit } : null,
  };
}
