import { expect, test } from "vitest";
import { parseSeen } from "../../../app/shop/ui/seen-products";

const SEEN = { id: "a", title: "Atlas", amount: "0.05", cover: "/media/m-1" };

// spec: catalogue.seen
test("stored products are read with care", () => {
  const drawn = { ...SEEN, id: "b", amount: "free", cover: '<svg viewBox="0 0 8 6"></svg>' };
  expect(parseSeen(null)).toEqual([]);
  expect(parseSeen(JSON.stringify([SEEN, drawn, SEEN]))).toEqual([SEEN, drawn]);
  for (const broken of ["", "{", "null", "7", '{"id":"a"}', "[null,1,[],{}]"]) {
    expect(parseSeen(broken)).toEqual([]);
  }
  const hostile = [
    { id: "../login" },
    { title: "" },
    { title: 7 },
    { amount: "1e9" },
    { cover: "https://elsewhere.example/pixel.png" },
    { cover: "//elsewhere.example/pixel.png" },
    { cover: "javascript:alert(1)" },
    { cover: null },
  ];
  for (const change of hostile) {
    expect(parseSeen(JSON.stringify([{ ...SEEN, ...change }]))).toEqual([]);
  }
  const many = Array.from({ length: 30 }, (_, at) => ({ ...SEEN, id: `p${at}` }));
  expect(parseSeen(JSON.stringify(many))).toEqual(many.slice(0, 10));
  const long = JSON.stringify([{ ...SEEN, title: "x".repeat(5_000), more: 1 }]);
  expect(parseSeen(long)).toEqual([{ ...SEEN, title: "x".repeat(200) }]);
});
