import { expect, test } from "vitest";
import { opensPage } from "../../../app/checkout/http/record-view";

const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const PAGE = "http://localhost/acheter/p1";

function counts(
  headers: Record<string, string>,
  { method = "GET", isData = false }: { method?: string; isData?: boolean } = {},
): boolean {
  const request = new Request(PAGE, { headers: { "User-Agent": BROWSER, ...headers } });
  return opensPage(request, "p1", { received: { method, isData } });
}

test.each([
  ["a person's browser", true, {}],
  ["a prefetch", false, { "Sec-Purpose": "prefetch" }],
  ["a prerender", false, { "Sec-Purpose": "prefetch;prerender" }],
  ["a prefetch of an older browser", false, { Purpose: "prefetch" }],
  [
    "a crawler",
    false,
    { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
  ],
  ["a link preview", false, { "User-Agent": "facebookexternalhit/1.1" }],
  ["curl", false, { "User-Agent": "curl/8.5.0" }],
  ["a program without a name", false, { "User-Agent": "" }],
])("%s: %s", (_, expected, headers) => {
  expect(counts(headers)).toBe(expected);
});

test("HEAD and a form are no views", () => {
  expect(counts({}, { method: "HEAD" })).toBe(false);
  expect(counts({}, { method: "POST" })).toBe(false);
});

test("the page's data counts where a link of another page was followed, not for a reload", () => {
  const data = { isData: true };
  expect(counts({ Referer: "http://localhost/shop?q=a" }, data)).toBe(true);
  expect(counts({ Referer: "http://localhost/acheter/p2" }, data)).toBe(true);
  expect(counts({ Referer: PAGE }, data)).toBe(false);
  expect(counts({ Referer: `${PAGE}?lang=fr` }, data)).toBe(false);
  expect(counts({}, data)).toBe(false);
  expect(counts({ Referer: "%%%" }, data)).toBe(false);
});
