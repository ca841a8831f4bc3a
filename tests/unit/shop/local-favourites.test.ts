import { expect, test } from "vitest";
import { parse } from "../../../app/shop/ui/local-favourites";

test("stored favourites are read with care", () => {
  expect(parse(null)).toEqual([]);
  expect(parse('["b","a","b"]')).toEqual(["b", "a"]);
  for (const broken of ["", "{", "null", "7", '{"a":1}', '[1,null,["a"],"<b>","","a b"]']) {
    expect(parse(broken)).toEqual([]);
  }
  const many = Array.from({ length: 300 }, (_, at) => `p${at}`);
  expect(parse(JSON.stringify(many))).toEqual(many.slice(0, 200));
});
