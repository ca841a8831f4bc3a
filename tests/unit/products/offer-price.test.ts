import { expect, test } from "vitest";
import { offerPrice } from "../../../app/products/http/offer-price";

test("search engines are told the price, or the least where buyers choose", () => {
  const priceLamports = 250_000_000n;
  const fixed = { price: "0.25", priceCurrency: "SOL" };
  expect(offerPrice({ priceLamports, isPriceChosen: false })).toEqual(fixed);
  expect(offerPrice({ priceLamports, isPriceChosen: true })).toEqual({
    priceSpecification: { "@type": "PriceSpecification", minPrice: "0.25", priceCurrency: "SOL" },
  });
});
