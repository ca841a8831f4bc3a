import { describe, expect, test } from "vitest";
import {
  MAX_REFERRALS,
  REFERRAL_LIFETIME_DAYS,
  referralIn,
  withoutReferral,
  withReferral,
} from "../../../app/affiliates/rules/referral-cookie";
import { COOKIES } from "../../../app/http/cookies";
import { DAY_MS } from "../../../app/lib/time-zone";

const NOW = 20_000 * DAY_MS + 1;
const FIRST = "AAAAAAAAAAAA";
const SECOND = "BBBBBBBBBBBB";

/** The value after visits of links, in order; each a product and a code. */
function visited(...links: [productId: string, code: string][]): string {
  return links.reduce(
    (value, [productId, code]) => withReferral(value, { productId, code }, NOW) ?? value,
    "",
  );
}

const tenProducts = visited(
  ...Array.from({ length: MAX_REFERRALS }, (_, n): [string, string] => [`product-${n}`, FIRST]),
);

test("the first recommendation of a product stands for 30 days", () => {
  const value = visited(["a", FIRST], ["a", SECOND], ["b", SECOND]);
  expect(referralIn(value, "a", NOW)).toBe(FIRST);
  expect(referralIn(value, "b", NOW)).toBe(SECOND);
  expect(referralIn(value, "c", NOW)).toBeUndefined();
  const end = NOW + REFERRAL_LIFETIME_DAYS * DAY_MS;
  expect(referralIn(value, "a", end - DAY_MS)).toBe(FIRST);
  expect(withReferral(value, { productId: "a", code: SECOND }, end - DAY_MS)).toBeNull();
  expect(referralIn(value, "a", end)).toBeUndefined();
  const later = withReferral(value, { productId: "a", code: SECOND }, end);
  expect(referralIn(later, "a", end)).toBe(SECOND);
  // A visit of another product's link makes no recommendation longer.
  const visitedAgain = withReferral(value, { productId: "c", code: SECOND }, end - DAY_MS);
  expect(referralIn(visitedAgain, "a", end)).toBeUndefined();
});

test("an eleventh product is not taken, and one that was removed gives its place", () => {
  expect(withReferral(tenProducts, { productId: "eleventh", code: FIRST }, NOW)).toBeNull();
  const removed = withoutReferral(tenProducts, "product-4", NOW);
  expect(referralIn(removed, "product-4", NOW)).toBeNull();
  const taken = withReferral(removed, { productId: "eleventh", code: FIRST }, NOW);
  expect(referralIn(taken, "eleventh", NOW)).toBe(FIRST);
  expect(referralIn(taken, "product-4", NOW)).toBeUndefined();
  expect(referralIn(taken, "product-3", NOW)).toBe(FIRST);
});

test("a removal holds until another link is visited, also where none was known", () => {
  const removed = withoutReferral(visited(["a", FIRST]), "a", NOW);
  expect(referralIn(removed, "a", NOW)).toBeNull();
  expect(referralIn(withoutReferral(null, "a", NOW), "a", NOW)).toBeNull();
  const again = withReferral(removed, { productId: "a", code: SECOND }, NOW);
  expect(referralIn(again, "a", NOW)).toBe(SECOND);
  expect(referralIn(withoutReferral(tenProducts, "eleventh", NOW), "eleventh", NOW)).toBeNull();
});

test("every value has the format of the cookie", () => {
  const longest = Array.from({ length: 12 }, (_, n): [string, string] => [
    `${n}`.padEnd(64, "x"),
    FIRST,
  ]);
  for (const value of [visited(...longest), withoutReferral(tenProducts, "a", NOW)]) {
    expect(value).toMatch(COOKIES.ref.value);
  }
});

describe("what is malformed is not there", () => {
  const today = Math.floor(NOW / DAY_MS);
  test.each([
    "",
    "~~~",
    "a",
    `a.${FIRST}`,
    `a.short.${today}`,
    `a.${FIRST}.${today + 1}`,
    `a.${FIRST}.-1`,
    `a.${FIRST}.1e4`,
    `a.${FIRST}.${today}.x`,
    `a b.${FIRST}.${today}`,
    `${"a".repeat(65)}.${FIRST}.${today}`,
    "__proto__",
  ])("%j", (value) => {
    expect(referralIn(value, "a", NOW)).toBeUndefined();
    expect(referralIn(value, "__proto__", NOW)).toBeUndefined();
    expect(withReferral(value, { productId: "a", code: FIRST }, NOW)).toBe(`a.${FIRST}.${today}`);
  });

  test("of a product that is named twice the first counts, and ten of many", () => {
    const twice = `a.${FIRST}.${today}~a.${SECOND}.${today}`;
    expect(referralIn(twice, "a", NOW)).toBe(FIRST);
    const many = Array.from({ length: 30 }, (_, n) => `p${n}.${FIRST}.${today}`).join("~");
    expect(referralIn(many, "p9", NOW)).toBe(FIRST);
    expect(referralIn(many, "p10", NOW)).toBeUndefined();
  });
});
