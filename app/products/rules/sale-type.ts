import { assertNever } from "../../lib/assert-never";

export const SALE_TYPES = ["infinite", "unique", "limited"] as const;
export type SaleType = (typeof SALE_TYPES)[number];

/** Highest sale limit of a limited product: far above any real edition, and a safe integer in D1. */
export const MAX_SALE_LIMIT = 1_000_000;

/** The stored limit of a sale type: 1 for unique, the seller's number for limited, else none. */
export function saleLimitOf(saleType: SaleType, asked: number | null): number | null {
  switch (saleType) {
    case "infinite":
      return null;
    case "unique":
      return 1;
    case "limited":
      return asked;
    default:
      return assertNever(saleType);
  }
}

/** True for a whole number of sales that a limited product can have. */
export function isValidSaleLimit(limit: number | null): limit is number {
  return limit !== null && Number.isInteger(limit) && limit >= 1 && limit <= MAX_SALE_LIMIT;
}

export interface Stock {
  saleLimit: number | null;
  sold: number;
  /** Units reserved for transactions that can still land. */
  held: number;
}

/** True where every unit is sold, so that none can become free but by a refund. */
export function isSoldOut({ saleLimit, sold }: Pick<Stock, "saleLimit" | "sold">): boolean {
  return saleLimit !== null && sold >= saleLimit;
}

export type Availability = "available" | "held" | "sold_out";

/** Whether one more unit can be reserved. `held` where units may still be released. */
export function availabilityOf(stock: Stock): Availability {
  const { saleLimit, sold, held } = stock;
  if (saleLimit === null || sold + held < saleLimit) return "available";
  return isSoldOut(stock) ? "sold_out" : "held";
}
