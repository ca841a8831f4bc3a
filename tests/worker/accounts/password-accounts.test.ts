import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { CREDENTIAL_ATTEMPTS } from "../../../app/accounts/use-cases/check-password";
import { emailCounterKey } from "../../../app/accounts/use-cases/email-counter-key";
import { hashToken } from "../../../app/accounts/use-cases/hash-token";
import type { Settings } from "../../../app/lib/ports";
import { changeRow } from "../../support/rows";
import { newEmail, PASSWORD, postLogin, sessionOf, signUp, siteOf } from "../../support/sign-in";
import { advanceClock } from "../../support/worker-clock";

const site = siteOf(SELF);
const read = (path: string, cookie: string) =>
  site.fetch(site.origin + path, { redirect: "manual", headers: { Cookie: cookie } });
const signIn = (email: string, password: string, cookie?: string) =>
  postLogin(site, { intent: "sign-in", email, password }, cookie ? { cookie } : {});

// spec: transition.profile.created, call.auth.password
test("sign-up creates a session, of which D1 stores only the token's hash", async () => {
  const email = newEmail();
  const response = await postLogin(site, { intent: "sign-up", email, password: PASSWORD });
  const location = response.headers.get("Location");
  expect([response.status, location]).toEqual([302, "/dashboard"]);
  const header = response.headers.getSetCookie().find((one) => one.startsWith("session="));
  expect(header).toMatch(/; Path=\/; .*HttpOnly; SameSite=Lax/);
  const cookie = sessionOf(response) ?? "";

  const profile = await read("/profil", cookie);
  expect(profile.status).toBe(200);
  expect(await profile.text()).toContain(email);
  const { results } = await env.DB.prepare("SELECT * FROM sessions").all();
  expect(JSON.stringify(results)).not.toContain(cookie.split("=")[1]);
  const { results: stored } = await env.DB.prepare("SELECT hash FROM password_credentials").all();
  expect(JSON.stringify(stored)).toContain(`scrypt$${env.SCRYPT_N}$8$5$`);
});

// spec: identity.email-case
test("e-mail addresses are case-insensitive and unique", async () => {
  const email = newEmail();
  await signUp(site, email);
  expect((await signIn(email.toUpperCase(), PASSWORD)).status).toBe(302);
  const again = await postLogin(site, {
    intent: "sign-up",
    email: email.toUpperCase(),
    password: "another long password",
  });
  expect(again.status).toBe(409);
  expect(sessionOf(again)).toBeNull();
});

test("two concurrent sign-ups for one e-mail create one account", async () => {
  const email = newEmail();
  const fields = { intent: "sign-up", email, password: PASSWORD };
  const answers = await Promise.all([postLogin(site, fields), postLogin(site, fields)]);
  expect(answers.map((one) => one.status).sort()).toEqual([302, 409]);
  const count = await env.DB.prepare("SELECT COUNT(*) AS n FROM users WHERE email = ?").bind(email);
  expect(await count.first("n")).toBe(1);
});

// spec: identity.no-oracle
test("an unknown address and a wrong password get the same answer", async () => {
  const email = newEmail();
  await signUp(site, email);
  const masked = async (address: string) => {
    const response = await signIn(address, "not the right password");
    const html = (await response.text())
      .replaceAll(address, "ADDRESS")
      .replace(/nonce(\W+?)[\w+/=]+/g, "nonce$1");
    return { status: response.status, html };
  };
  const [wrong, unknown] = [await masked(email), await masked(newEmail())];
  expect(wrong.status).toBe(422);
  expect(wrong.html).toContain("Wrong e-mail or password.");
  expect(unknown).toEqual(wrong);
});

// spec: rule.login.password
// spec: identity.passwords
test.each([
  ["short pw", "too short"],
  ["password123", "most common"],
  ["aaaaaaaaaaaaaaa", "most common"],
  ["x".repeat(300), "too long"],
])("a password like %s is refused at sign-up", async (password, words) => {
  const fields = { intent: "sign-up", email: newEmail(), password };
  const response = await postLogin(site, fields);
  expect(response.status).toBe(422);
  expect(await response.text()).toMatch(new RegExp(`role="alert"[^>]*>[^<]*${words}`));
});

// spec: rule.login.email, rule.login.password
test.each([
  ["no e-mail", "password=aaaa"],
  ["an invalid e-mail", "email=nobody&password=aaaa"],
  ["nothing", ""],
])("a form with %s is refused with a message", async (_name, body) => {
  const fields = Object.fromEntries(new URLSearchParams(body));
  const response = await postLogin(site, { intent: "sign-in", ...fields });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain('role="alert"');
});

/** Tries wrong passwords, each as soon as allowed, until the wait is a minute or more. */
async function guessUntilWaitIsLong(email: string): Promise<void> {
  for (;;) {
    const answer = await signIn(email, "wrong again");
    const seconds = Number(answer.headers.get("Retry-After"));
    if (seconds >= 60) return;
    advanceClock(seconds * 1_000);
  }
}

// spec: identity.throttle
test("guessing is throttled before hashing, for that account only, until the wait is over", async () => {
  const [victim, other] = [newEmail(), newEmail()];
  await signUp(site, victim);
  await signUp(site, other);
  const tries = await Promise.all(
    Array.from({ length: 30 }, (_, n) => signIn(victim, `wrong password ${n}`)),
  );
  const passed = tries.filter((one) => one.status === 422);
  const slowed = tries.filter((one) => one.status === 429);
  // Ten tries are free; a short wait may end while hashing.
  expect(passed.length).toBeGreaterThanOrEqual(10);
  expect(passed.length).toBeLessThanOrEqual(15);
  expect(slowed.length).toBe(30 - passed.length);
  expect(Number(slowed[0]?.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);

  await guessUntilWaitIsLong(victim);
  expect((await signIn(victim, PASSWORD)).status).toBe(429);
  expect((await signIn(other, PASSWORD)).status).toBe(302);
  // After the wait the right password signs in and resets the counter.
  advanceClock(CREDENTIAL_ATTEMPTS.maxMs);
  expect((await signIn(victim, PASSWORD)).status).toBe(302);
  expect((await signIn(victim, PASSWORD)).status).toBe(302);
});

test("a hash with older parameters verifies, and is replaced", async () => {
  const { scryptSync } = await import("node:crypto");
  const email = newEmail();
  await signUp(site, email);
  const salt = Buffer.from("0123456789abcdef");
  const key = scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 });
  const old = ["scrypt", 1024, 8, 1, salt.toString("base64url"), key.toString("base64url")];
  await changeRow(env.DB, "password_credentials", { email }, { hash: old.join("$") });
  expect((await signIn(email, "not this password")).status).toBe(422);
  expect((await signIn(email, PASSWORD)).status).toBe(302);
  const row = env.DB.prepare("SELECT hash FROM password_credentials WHERE email = ?").bind(email);
  expect(await row.first("hash")).toContain(`scrypt$${env.SCRYPT_N}$8$5$`);
  expect((await signIn(email, PASSWORD)).status).toBe(302);
});

// spec: limit.unhashed
test("no counter key is a plain hash of an e-mail address", async () => {
  const email = newEmail();
  await signUp(site, email);
  expect(
    (await postLogin(site, { intent: "sign-in", email, password: `${PASSWORD}!` })).status,
  ).toBe(422);
  const { results } = await env.DB.prepare("SELECT key FROM rate_limits").all<{ key: string }>();
  const keys = results.map(({ key }) => key).join("\n");
  const settings = { sessionSecret: env.SESSION_SECRET } as Settings;
  expect(keys).toContain(await emailCounterKey("password", email, { settings }));
  expect(keys).not.toContain(await hashToken(email));
});
