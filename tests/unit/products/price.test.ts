import { expect, test } from "vitest";
import { parsePrice } from "../../../app/products/rules/price";

test.each(["0", "0,", "0.", "0,0", "0.000", ".", ",", "00", "1,000"])(
  "%s is no price, but more digits can make one of it",
  (text) => {
    expect(parsePrice(text)).toMatchObject({ ok: false, isUnfinished: true });
  },
);

test.each(["abc", "0a", "0,0,", "-", "1e-3", "0.0000000001", "0.0000000000", "99999999999"])(
  "%s becomes no price with more digits",
  (text) => {
    expect(parsePrice(text)).toMatchObject({ ok: false, isUnfinished: false });
  },
);

test.each(["0,5", "0.000000001", "12"])("%s is a price", (text) => {
  expect(parsePrice(text)).toMatchObject({ ok: true });
});
