import { expect, test } from "vitest";
import { endSessionCookie, readSessionToken, sessionCookie } from "../../../app/http/session";

const TOKEN = "a".repeat(43);
const HTTPS = "https://comptoir.example";
const HTTP = "http://localhost:8787";
const read = (cookie: string, origin: string) =>
  readSessionToken(new Request(origin, { headers: { Cookie: cookie } }), origin);

test("over https the cookie is pinned to this host, and no script reads it", () => {
  expect(sessionCookie(TOKEN, HTTPS)).toBe(
    `__Host-session=${TOKEN}; Path=/; Max-Age=5184000; HttpOnly; SameSite=Lax; Secure`,
  );
  expect(endSessionCookie(HTTPS)).toBe(
    "__Host-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
  );
});

test("on a machine without https it is as strict as browsers allow", () => {
  expect(sessionCookie(TOKEN, HTTP)).toBe(
    `session=${TOKEN}; Path=/; Max-Age=5184000; HttpOnly; SameSite=Lax`,
  );
});

test("over https a cookie without the prefix, which a neighbour could set, is nobody's", () => {
  expect(read(`session=${TOKEN}`, HTTPS)).toBeNull();
  expect(read(`session=${TOKEN}; __Host-session=${TOKEN}`, HTTPS)).toBe(TOKEN);
  expect(read(`__Host-session=${TOKEN}`, HTTP)).toBeNull();
});
