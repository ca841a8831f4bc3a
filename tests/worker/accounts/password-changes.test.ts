import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { changeRow } from "../../support/rows";
import {
  codesCookieOf,
  newChallenge,
  newEmail,
  newKeyPair,
  PASSWORD,
  postForm,
  postJson,
  postLogin,
  readCodes,
  readPage,
  sessionOf,
  signChallenge,
  signInWithKeys,
  signUp,
  siteOf,
} from "../../support/sign-in";
import { advanceClock } from "../../support/worker-clock";

const site = siteOf(SELF);
const NEW = "another quiet counter";
const CONFIRM = "/profil/confirm?to=%2Fprofil%2Fpassword";

const isIn = async (cookie: string) => (await readPage(site, "/profil", cookie)).status === 200;
const signIn = (email: string, password: string) =>
  postLogin(site, { intent: "sign-in", email, password });
const change = (cookie: string, fields: Record<string, string>) =>
  postForm(site, "/profil/password", fields, { cookie: `locale=en; ${cookie}` });
/** Ages every re-authentication past its window. */
const ageReauthentications = () => advanceClock(11 * 60_000);

test("a new password replaces the old one, ends every other session and rotates this one", async () => {
  const email = newEmail();
  const here = await signUp(site, email);
  const there = sessionOf(await signIn(email, PASSWORD)) ?? "";
  ageReauthentications();
  const response = await change(here, { current: PASSWORD, password: NEW });
  expect([response.status, response.headers.get("Location")]).toEqual([302, "/profil"]);
  const renewed = sessionOf(response) ?? "";
  expect([await isIn(here), await isIn(there), await isIn(renewed)]).toEqual([false, false, true]);
  expect((await signIn(email, PASSWORD)).status).toBe(422);
  expect((await signIn(email, NEW)).status).toBe(302);
});

test("an invalid password shows an error and changes nothing", async () => {
  const email = newEmail();
  const cookie = await signUp(site, email);
  await changeRow(env.DB, "users", { email }, { display_name: "Ada Lovelace" });
  const wrong: [Record<string, string>, string][] = [
    [{ current: "not the right password", password: NEW }, "is wrong"],
    [{ password: NEW }, "Enter a password"],
    [{ current: PASSWORD, password: "short" }, "too short"],
    [{ current: PASSWORD, password: "password123" }, "most common"],
    [{ current: PASSWORD, password: email }, "your address"],
    [{ current: PASSWORD, password: "Ada-Lovelace-1815" }, "your name"],
    [{ current: PASSWORD }, "Enter a password"],
  ];
  for (const [fields, words] of wrong) {
    const response = await change(cookie, fields);
    expect([response.status, sessionOf(response)]).toEqual([422, null]);
    expect(await response.text()).toMatch(new RegExp(`role="alert"[^>]*>[^<]*${words}`));
  }
  expect(await isIn(cookie)).toBe(true);
  expect((await signIn(email, PASSWORD)).status).toBe(302);
});

test("guessing the current password in a session is throttled like sign-in", async () => {
  const cookie = await signUp(site);
  const tries = await Promise.all(
    Array.from({ length: 16 }, (_, n) => change(cookie, { current: `wrong ${n}`, password: NEW })),
  );
  const slowed = tries.filter((one) => one.status === 429);
  expect(slowed.length).toBeGreaterThan(0);
  expect(Number(slowed[0]?.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
});

test("a wallet account sets a password, which then signs in; its other sessions end", async () => {
  const keys = newKeyPair();
  const [here, there] = [await signInWithKeys(site, keys), await signInWithKeys(site, keys)];
  const email = newEmail();
  const response = await change(here, { email, password: NEW });
  expect(response.headers.get("Location")).toBe("/profil/codes?to=/profil");
  const shown = `${sessionOf(response)}; ${codesCookieOf(response)}`;
  expect(await readCodes(site, shown)).toHaveLength(10);
  expect([await isIn(here), await isIn(there)]).toEqual([false, false]);
  const opened = sessionOf(await signIn(email.toUpperCase(), NEW)) ?? "";
  const html = await (await readPage(site, "/profil", opened)).text();
  expect(html).toContain(email);
  expect(html).toContain("Utilisateur Phantom");
});

test("setting a password needs re-authentication, by wallet", async () => {
  const keys = newKeyPair();
  const cookie = await signInWithKeys(site, keys);
  ageReauthentications();
  expect((await readPage(site, "/profil/password", cookie)).headers.get("Location")).toBe(CONFIRM);
  const fields = { email: newEmail(), password: NEW };
  expect((await change(cookie, fields)).headers.get("Location")).toBe(CONFIRM);
  expect((await signIn(fields.email, NEW)).status).toBe(422);

  const proof = signChallenge(keys, await newChallenge(site, "proof", cookie));
  expect((await postJson(site, "/api/proof", proof, cookie)).status).toBe(204);
  expect((await change(cookie, fields)).status).toBe(302);
  expect((await signIn(fields.email, NEW)).status).toBe(302);
});

test("an e-mail of another account is refused as at sign-up, and signs in to that account only", async () => {
  const email = newEmail();
  await signUp(site, email);
  const cookie = await signInWithKeys(site);
  const response = await change(cookie, { email: email.toUpperCase(), password: NEW });
  expect(response.status).toBe(409);
  expect(await response.text()).toContain("already exists");
  expect(await isIn(cookie)).toBe(true);
  expect((await signIn(email, NEW)).status).toBe(422);
  expect((await signIn(email, PASSWORD)).status).toBe(302);
});

test("of two concurrent requests for one e-mail, one gets it", async () => {
  const email = newEmail();
  const cookies = [await signInWithKeys(site), await signInWithKeys(site)];
  const answers = await Promise.all(
    cookies.map((cookie) => change(cookie, { email, password: NEW })),
  );
  expect(answers.map((one) => one.status).sort()).toEqual([302, 409]);
});

test("without JavaScript re-authentication is a page, and redirects back", async () => {
  const cookie = await signUp(site);
  ageReauthentications();
  const away = await readPage(site, "/profil/remove/password", cookie);
  const confirm = "/profil/confirm?to=%2Fprofil%2Fremove%2Fpassword";
  expect(away.headers.get("Location")).toBe(confirm);
  expect(await (await readPage(site, confirm, cookie)).text()).toContain('name="password"');
  const wrong = await postForm(site, confirm, { password: "not this one" }, { cookie });
  expect(wrong.status).toBe(422);
  const right = await postForm(site, confirm, { password: PASSWORD }, { cookie });
  expect(right.headers.get("Location")).toBe("/profil/remove/password");
  expect((await readPage(site, "/profil/remove/password", cookie)).status).toBe(200);
});
