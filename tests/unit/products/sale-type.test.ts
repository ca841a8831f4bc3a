import { describe, expect, it } from "vitest";
import {
  availabilityOf,
  isValidSaleLimit,
  MAX_SALE_LIMIT,
  saleLimitOf,
} from "../../../app/products/rules/sale-type";

describe("saleLimitOf", () => {
  // spec: field.product.sale-limit
  it("is null, 1 or the seller's number", () => {
    expect(saleLimitOf("infinite", 7)).toBeNull();
    expect(saleLimitOf("unique", 7)).toBe(1);
    expect(saleLimitOf("limited", 7)).toBe(7);
  });
});

describe("isValidSaleLimit", () => {
  it.each([1, 10, MAX_SALE_LIMIT])("accepts %s", (limit) => {
    expect(isValidSaleLimit(limit)).toBe(true);
  });
  it.each([null, 0, -1, 1.5, Number.NaN, MAX_SALE_LIMIT + 1])("rejects %s", (limit) => {
    expect(isValidSaleLimit(limit)).toBe(false);
  });
});

describe("availabilityOf", () => {
  it.each([
    [null, 900, 0, "available"],
    [10, 4, 5, "available"],
    [10, 4, 6, "held"],
    [10, 10, 0, "sold_out"],
    [1, 0, 1, "held"],
  ] as const)("limit %s, sold %s, held %s: %s", (saleLimit, sold, held, availability) => {
    expect(availabilityOf({ saleLimit, sold, held })).toBe(availability);
  });
});
