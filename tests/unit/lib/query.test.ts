import { expect, test } from "vitest";
import { query } from "../../../app/lib/paths";

test("a query is what URLSearchParams writes and reads", () => {
  const values = [
    "",
    "0.25",
    "a b",
    "l’été & co",
    "100%",
    "a=b&c",
    "+1",
    "*-._",
    "'!()~",
    "🎵",
    "\ud800",
  ];
  const given = Object.fromEntries(values.map((value, at) => [`name${at}`, value]));
  expect(query(given)).toBe(`?${new URLSearchParams(given)}`);
});

test("null values are left out, and without values there is no question mark", () => {
  expect(query({ q: null, page: 2, sort: null })).toBe("?page=2");
  expect(query({ q: null })).toBe("");
});
