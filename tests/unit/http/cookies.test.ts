import { createCookie } from "@remix-run/cloudflare";
import ts from "typescript";
import { expect, test } from "vitest";
import {
  COOKIES,
  type CookieName,
  clearCookie,
  cookieOptions,
  readCookie,
  setCookie,
} from "../../../app/http/cookies";
import { endSessionCookie, readSessionToken, sessionCookie } from "../../../app/http/session";
import { filesUnder, parse, placeOf, visitNodes } from "../../support/sources";

const HTTPS = "https://comptoir.example";
const HTTP = "http://localhost:8787";
const YEAR = 31_536_000;

/** Every cookie: name over https, lifetime (seconds), and whether it is HttpOnly. */
const EXPECTED: Record<CookieName, [name: string, maxAge: number, httpOnly: boolean]> = {
  session: ["__Host-session", 5_184_000, true],
  bookmark: ["__Host-bookmark", 600, true],
  device: ["__Host-device", YEAR, true],
  checkout: ["__Host-checkout", 86_400, true],
  ref: ["__Host-ref", 2_592_000, true],
  google: ["__Host-google", 600, true],
  "shown-codes": ["shown-codes", 900, true],
  flash: ["flash", 60, true],
  locale: ["locale", YEAR, false],
  theme: ["theme", YEAR, false],
  currency: ["currency", YEAR, false],
  tz: ["tz", YEAR, false],
  langhint: ["langhint", YEAR, false],
};

test("lists all cookies of the app", () => {
  expect(Object.keys(COOKIES).sort()).toEqual(Object.keys(EXPECTED).sort());
});

test.each(Object.entries(EXPECTED))("%s is Secure over https only", (key, expected) => {
  const name = key as CookieName;
  const [secureName, maxAge, httpOnly] = expected;
  const attributes = `Path=/; Max-Age=${maxAge}${httpOnly ? "; HttpOnly" : ""}; SameSite=Lax`;
  expect(setCookie(name, "value", HTTPS)).toBe(`${secureName}=value; ${attributes}; Secure`);
  expect(setCookie(name, "value", HTTP)).toBe(`${name}=value; ${attributes}`);
  const cleared = attributes.replace(/Max-Age=\d+/, "Max-Age=0");
  expect(clearCookie(name, HTTPS)).toBe(`${secureName}=; ${cleared}; Secure`);
});

test.each(Object.entries(EXPECTED))(
  "%s has the same attributes in the router's storage",
  async (key, expected) => {
    const [secureName, maxAge, httpOnly] = expected;
    for (const origin of [HTTPS, HTTP]) {
      const { name, ...options } = cookieOptions(key as CookieName, origin);
      const actual = (await createCookie(name, options).serialize("value")).split("; ").slice(1);
      const due = ["Path=/", `Max-Age=${maxAge}`, "SameSite=Lax"];
      if (httpOnly) due.push("HttpOnly");
      if (origin === HTTPS) due.push("Secure");
      expect([name, actual.sort()]).toEqual([origin === HTTPS ? secureName : key, due.sort()]);
    }
  },
);

test("the first value of the expected form is read, and no other", () => {
  const read = (cookie: string, name: CookieName, origin = "") =>
    readCookie(new Request(HTTPS, { headers: { Cookie: cookie } }), name, origin);
  expect(read("theme=dark", "theme")).toBe("dark");
  expect(read("xtheme=dark; theme-x=dark; theme", "theme")).toBeNull();
  expect(read("locale=<b>; a=b;locale = en ", "locale")).toBe("en");
  expect(read("flash=nameSaved; flash=other", "flash")).toBe("nameSaved");
  expect(read("langhint=open", "langhint")).toBeNull();
  const token = "a".repeat(43);
  // Over https another subdomain could set a cookie without the prefix.
  expect(read(`session=${token}`, "session", HTTPS)).toBeNull();
  expect(read(`__Host-session=${token}`, "session", HTTP)).toBeNull();
  expect(read(`__Host-session=short; __Host-session=${token}`, "session", HTTPS)).toBe(token);
});

test.each([HTTPS, HTTP])("the session's cookie is the one of its name on %s", (origin) => {
  const token = "a".repeat(43);
  const cookie = sessionCookie(token, origin);
  expect(cookie).toBe(setCookie("session", token, origin));
  expect(endSessionCookie(origin)).toBe(clearCookie("session", origin));
  expect(readSessionToken(new Request(HTTPS, { headers: { Cookie: cookie } }), origin)).toBe(token);
});

test("no other file writes cookie attributes", () => {
  const found: string[] = [];
  for (const path of filesUnder(["app", "workers"], /\.tsx?$/)) {
    if (["app/http/cookies.ts", "app/http/cookie-text.ts"].includes(path)) continue;
    visitNodes(parse(path), (node) => {
      const text =
        ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ? node.getText() : "";
      if (/samesite|httponly|path=\/;/i.test(text)) found.push(placeOf(node));
    });
  }
  expect(found).toEqual([]);
});
