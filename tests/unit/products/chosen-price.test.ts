import { expect, test } from "vitest";
import { chosenPriceIn } from "../../../app/products/rules/chosen-price";

const row = { isPriceChosen: 1, priceLamports: 100, suggestedLamports: 150 };

// spec: chosen.older
test.each([
  ["as its seller saved it", {}, { isPriceChosen: true, suggestedLamports: 150n }],
  ["with a suggestion of the price", { suggestedLamports: 100 }, { suggestedLamports: 100n }],
  ["without a suggestion", { suggestedLamports: null }, { suggestedLamports: null }],
  [
    "with a price that an older version raised",
    { priceLamports: 151 },
    { isPriceChosen: true, suggestedLamports: null },
  ],
  [
    "that an older version made free",
    { priceLamports: 0 },
    { isPriceChosen: false, suggestedLamports: null },
  ],
  [
    "at a price of its own",
    { isPriceChosen: 0 },
    { isPriceChosen: false, suggestedLamports: null },
  ],
])("a product %s", (_, change, expected) => {
  expect(chosenPriceIn({ ...row, ...change })).toMatchObject(expected);
});
