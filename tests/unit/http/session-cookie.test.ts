import { expect, test } from "vitest";
import { endSessionCookie, readSessionToken, sessionCookie } from "../../../app/http/session";

const TOKEN = "a".repeat(43);
const HTTPS = "https://comptoir.example";
const HTTP = "http://localhost:8787";
const read = (cookie: string, origin: string) =>
  readSessionToken(new Request(origin, { headers: { Cookie: cookie } }), origin);

test("over https the cookie has the __Host- prefix and is HttpOnly", () => {
  expect(sessionCookie(TOKEN, HTTPS)).toBe(
    `__Host-session=${TOKEN}; Path=/; Max-Age=5184000; HttpOnly; SameSite=Lax; Secure`,
  );
  expect(endSessionCookie(HTTPS)).toBe(
    "__Host-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
  );
});

test("without https it is as strict as browsers allow", () => {
  expect(sessionCookie(TOKEN, HTTP)).toBe(
    `session=${TOKEN}; Path=/; Max-Age=5184000; HttpOnly; SameSite=Lax`,
  );
});

test("over https a cookie without the prefix, which another subdomain could set, is ignored", () => {
  expect(read(`session=${TOKEN}`, HTTPS)).toBeNull();
  expect(read(`session=${TOKEN}; __Host-session=${TOKEN}`, HTTPS)).toBe(TOKEN);
  expect(read(`__Host-session=${TOKEN}`, HTTP)).toBeNull();
});
