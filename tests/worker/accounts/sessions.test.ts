import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { hashToken } from "../../../app/accounts/use-cases/hash-token";
import {
  newEmail,
  PASSWORD,
  postForm,
  postLogin,
  sessionOf,
  signUp,
  siteOf,
} from "../../support/sign-in";
import { advanceClock } from "../../support/worker-clock";

const site = siteOf(SELF);
const read = (path: string, cookie = "") =>
  site.fetch(site.origin + path, { redirect: "manual", headers: { Cookie: cookie } });
const leave = (cookie: string) =>
  site.fetch(`${site.origin}/logout`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookie, Origin: site.origin },
  });
const isIn = async (cookie: string) => (await read("/profil", cookie)).status === 200;

// spec: route.guard, route.guard-poll, state.auth, state.auth-ready, transition.login
// spec: identity.return-path
test("a visitor is redirected to sign in and returns to the requested page", async () => {
  const guarded = await read("/profil?a=1&b=2");
  expect(guarded.status).toBe(302);
  expect(guarded.headers.get("Location")).toBe("/login?to=%2Fprofil%3Fa%3D1%26b%3D2");
  const fields = { intent: "sign-up", email: newEmail(), password: PASSWORD };
  const response = await postLogin(site, fields, { query: "?to=%2Fprofil%3Fa%3D1%26b%3D2" });
  expect(response.headers.get("Location")).toBe("/profil?a=1&b=2");
});

test.each([
  "//evil.example",
  "/%2Fevil.example",
  "/%252Fevil.example",
  "/\\evil.example",
  "/%5Cevil.example",
  "/..//evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "/\t/evil.example",
  "/login",
])("a return path %s is not followed", async (to) => {
  const fields = { intent: "sign-up", email: newEmail(), password: PASSWORD };
  const query = `?to=${encodeURIComponent(to)}`;
  const response = await postLogin(site, fields, { query });
  expect(response.headers.get("Location")).toBe("/dashboard");
  const kept = { cookie: sessionOf(response) ?? "" };
  const on = await postForm(site, `/profil/codes${query}`, { intent: "kept" }, kept);
  expect(on.headers.get("Location")).toBe("/profil");
});

// spec: state.auth, transition.login
test("a signed-in visitor is redirected from the sign-in page", async () => {
  const cookie = await signUp(site);
  const plain = await read("/login", cookie);
  expect([plain.status, plain.headers.get("Location")]).toEqual([302, "/dashboard"]);
  expect((await read("/login?to=/profil", cookie)).headers.get("Location")).toBe("/profil");
});

// spec: route.logout, transition.logout, call.auth.sign-out
test("signing out ends the session on the server and deletes the cookie", async () => {
  const cookie = await signUp(site);
  expect(await isIn(cookie)).toBe(true);
  const response = await leave(cookie);
  expect([response.status, response.headers.get("Location")]).toEqual([302, "/"]);
  expect(response.headers.get("Set-Cookie")).toMatch(/^session=; Path=\/; Max-Age=0/);
  expect(await isIn(cookie)).toBe(false);
});

test("a GET request does not sign out", async () => {
  const cookie = await signUp(site);
  expect((await read("/logout", cookie)).status).toBe(302);
  expect(await isIn(cookie)).toBe(true);
});

test("signing in again issues a new token and ends the old session; a planted token is ignored", async () => {
  const email = newEmail();
  const before = await signUp(site, email);
  const fields = { intent: "sign-in", email, password: PASSWORD };
  const after = sessionOf(await postLogin(site, fields, { cookie: before }));
  expect(after).not.toBe(before);
  expect(await isIn(before)).toBe(false);
  expect(await isIn(after ?? "")).toBe(true);

  const planted = `session=${"a".repeat(43)}`;
  const fresh = sessionOf(await postLogin(site, fields, { cookie: planted }));
  expect(fresh).not.toBe(planted);
  expect(await isIn(planted)).toBe(false);
});

// spec: identity.session-life
test("a session has an idle timeout, extended by use up to its absolute end", async () => {
  const [cookie, idle] = [await signUp(site), await signUp(site)];
  const day = 86_400_000;
  const daysLeft = async () => {
    const tokenHash = await hashToken(cookie.replace("session=", ""));
    const row = env.DB.prepare("SELECT expires_at AS at FROM sessions WHERE token_hash = ?");
    return (Number(await row.bind(tokenHash).first("at")) - Date.now()) / day;
  };
  advanceClock(2 * day);
  expect(await isIn(cookie)).toBe(true);
  expect(await daysLeft()).toBeGreaterThan(13);
  advanceClock(13 * day);
  expect(await isIn(cookie)).toBe(true);
  expect(await isIn(idle)).toBe(false);

  // Used daily for 59 days.
  for (const days of [13, 13, 13, 5]) {
    advanceClock(days * day);
    expect(await isIn(cookie)).toBe(true);
  }
  expect(await daysLeft()).toBeLessThan(2);
  advanceClock(2 * day);
  expect(await isIn(cookie)).toBe(false);
});

test.each(["session=", "session=x", `session=${"'".repeat(43)}`, "session=%00; session", "="])(
  "a cookie like %s has no session",
  async (cookie) => {
    expect((await read("/profil", cookie)).status).toBe(302);
  },
);
