import { describe, expect, test } from "vitest";
import {
  orderByPositions,
  parseSellPageFields,
  validateSellPage,
} from "../../../app/storefront/rules/sell-page-form";
import { parseWebsite, socialLinks } from "../../../app/storefront/rules/social-links";

describe("the order typed as numbers", () => {
  test.each([
    ["unchanged", ["1", "2", "3", "4"], "abcd"],
    ["the last moves to the front", ["1", "2", "3", "1"], "dabc"],
    ["the first moves behind the third", ["3", "2", "3", "4"], "bcad"],
    ["two change places", ["2", "1", "3", "4"], "bacd"],
    ["reversed", ["4", "3", "2", "1"], "dcba"],
    ["a number above the last moves to the end", ["9", "2", "3", "4"], "bcda"],
    ["other text counts as unchanged", ["", "x", "-3", "1.5"], "abcd"],
    ["numbers of another list are ignored", ["2", "1"], "abcd"],
  ])("%s", (_, positions, expected) => {
    expect(orderByPositions([..."abcd"], positions).join("")).toBe(expected);
  });
});

function formOf(entries: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

test("reads each product once, and ids without a row last", () => {
  const fields = parseSellPageFields(
    formOf([
      ["description", "a\r\nb"],
      ["row", "x"],
      ["row", "y"],
      ["row", "x"],
      ["listed", "z"],
      ["listed", "y"],
      ["listed", "x"],
      ["listed", "x"],
      ["listed", "l".repeat(65)],
    ]),
  );
  expect(fields).toMatchObject({ description: "a\nb", rows: ["x", "y"], listed: ["x", "y", "z"] });
});

const EMPTY = {
  publicName: null,
  description: "",
  website: "",
  twitter: "",
  instagram: "",
  rows: [],
  listed: [],
};

test("stores a website with its scheme and user names without @", () => {
  const typed = { ...EMPTY, website: " atelier.example/x ", twitter: "@lea", instagram: "lea.p" };
  expect(validateSellPage(typed)).toEqual({
    ok: true,
    content: {
      description: "",
      website: "https://atelier.example/x",
      twitter: "lea",
      instagram: "lea.p",
      productIds: [],
    },
  });
});

test("removes control characters and changes of direction, and keeps emoji", () => {
  const description = " a\u0000\u202eb\n\tc\u2066 👩‍🎨 ";
  const validated = validateSellPage({ ...EMPTY, description });
  expect(validated.ok && validated.content.description).toBe("ab\n\tc 👩‍🎨");
});

// spec: seller.links
test.each([
  "http://a.example",
  "HTTP://a.example",
  "ftp://a.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "//a.example@b",
  "https://a:b@c.example",
  "https://localhost",
  "https://",
  "https://..",
  "https://.a.example",
  "https://a..example",
  "https://.",
  "..",
  "a b",
])("%s is no website", (typed) => {
  expect(parseWebsite(typed)).toBeNull();
  expect(socialLinks({ website: typed, twitter: "", instagram: "" })).toEqual([]);
});

test.each(["..", ".", "@..", "a..b", ".a", "a.", "a/b", "a".repeat(61)])(
  "%s is no user name",
  (typed) => {
    for (const network of ["twitter", "instagram"] as const) {
      const socials = { website: "", twitter: "", instagram: "", [network]: typed };
      expect(validateSellPage({ ...EMPTY, ...socials })).toMatchObject({ ok: false });
      expect(socialLinks(socials)).toEqual([]);
    }
  },
);

test("a host with a port is a website", () => {
  expect(parseWebsite("a.example:8443/x")).toBe("https://a.example:8443/x");
});

// spec: screen.sell-socials
// spec: seller.links
test("seller links: a leading @ is removed, and non-web links are dropped", () => {
  expect(
    socialLinks({ website: "www.atelier.example/x", twitter: "@lea", instagram: " lea.photo " }),
  ).toEqual([
    { network: "website", url: "https://www.atelier.example/x", name: "atelier.example" },
    { network: "twitter", url: "https://x.com/lea", name: "@lea" },
    { network: "instagram", url: "https://www.instagram.com/lea.photo", name: "@lea.photo" },
  ]);
  const hostile = { website: "javascript:alert(1)", twitter: "@a/../b", instagram: "a b" };
  expect(socialLinks(hostile)).toEqual([]);
  expect(socialLinks({ website: "", twitter: "", instagram: "" })).toEqual([]);
});
