import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import {
  addressOf,
  newChallenge,
  newEmail,
  newKeyPair,
  PASSWORD,
  postForm,
  postJson,
  postLogin,
  readPage,
  sessionOf,
  signChallenge,
  signInWithKeys,
  signUpWithCodes,
  siteOf,
} from "../../support/sign-in";
import { advanceClock } from "../../support/worker-clock";

const site = siteOf(SELF);
const remove = (method: string, cookie: string) =>
  postForm(site, `/profil/remove/${method}`, {}, { cookie: `locale=en; ${cookie}` });

/** An account with a password, ten recovery codes and a linked wallet. */
async function accountWithTwoMethods() {
  const person = await signUpWithCodes(site);
  const keys = newKeyPair();
  const proof = signChallenge(keys, await newChallenge(site, "link", person.cookie));
  expect((await postJson(site, "/api/wallet/link", proof, person.cookie)).status).toBe(200);
  return { ...person, keys };
}

const enter = async (keys: ReturnType<typeof newKeyPair>) =>
  (
    await postJson(site, "/api/wallet/sign-in", signChallenge(keys, await newChallenge(site)))
  ).json() as Promise<{ uid?: string }>;
const uidOf = async (email: string) =>
  env.DB.prepare("SELECT uid FROM users WHERE email = ?").bind(email).first<string>("uid");

test("an unlinked wallet no longer signs in, and products still pay to it", async () => {
  const { email, cookie, keys } = await accountWithTwoMethods();
  const uid = await uidOf(email);
  expect((await enter(keys)).uid).toBe(uid);
  const elsewhere = sessionOf(
    await postLogin(site, { intent: "sign-in", email, password: PASSWORD }),
  );
  const page = await readPage(site, "/profil/remove/wallet", cookie);
  const html = await page.text();
  const address = addressOf(keys);
  expect(html).toContain(`${address.slice(0, 6)}...${address.slice(-6)}`);
  expect(html).toContain("go on doing so");
  expect((await remove("wallet", cookie)).headers.get("Location")).toBe("/profil");
  expect((await enter(keys)).uid).not.toBe(uid);
  expect((await readPage(site, "/profil", elsewhere ?? "")).status).toBe(302);
  expect((await readPage(site, "/profil", cookie)).status).toBe(200);
});

test("removing a password removes its e-mail and recovery codes", async () => {
  const { email, cookie, keys, codes } = await accountWithTwoMethods();
  const uid = await uidOf(email);
  expect((await remove("password", cookie)).headers.get("Location")).toBe("/profil");
  const signIn = await postLogin(site, { intent: "sign-in", email, password: PASSWORD });
  expect(signIn.status).toBe(422);
  const fields = { email, code: codes[0] ?? "", password: "one more quiet counter" };
  expect((await postForm(site, "/login/recover", fields)).status).toBe(422);
  expect(await (await readPage(site, "/profil", cookie)).text()).not.toContain(email);
  expect((await enter(keys)).uid).toBe(uid);
  // The e-mail address can be used again.
  const again = await postLogin(site, { intent: "sign-up", email, password: PASSWORD });
  expect(again.status).toBe(302);
});

test("the last login method cannot be removed", async () => {
  const { cookie } = await signUpWithCodes(site);
  const refused = await remove("password", cookie);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("only way into your account");
  const byWallet = await signInWithKeys(site);
  expect((await remove("wallet", byWallet)).status).toBe(409);
  for (const one of [cookie, byWallet]) {
    expect((await readPage(site, "/profil", one)).status).toBe(200);
  }
});

// spec: identity.last-method
test("two concurrent removals leave one login method", async () => {
  const { email, cookie, keys } = await accountWithTwoMethods();
  const uid = await uidOf(email);
  const answers = await Promise.all([remove("password", cookie), remove("wallet", cookie)]);
  expect(answers.map((one) => one.status).sort()).toEqual([302, 409]);
  const byPassword = await postLogin(site, { intent: "sign-in", email, password: PASSWORD });
  const signsIn = [byPassword.status === 302, (await enter(keys)).uid === uid];
  expect(signsIn.filter(Boolean)).toHaveLength(1);
});

// spec: identity.reauthentication
test("a removal needs re-authentication", async () => {
  const { cookie } = await accountWithTwoMethods();
  advanceClock(11 * 60_000);
  expect((await remove("wallet", cookie)).headers.get("Location")).toBe(
    "/profil/confirm?to=%2Fprofil%2Fremove%2Fwallet",
  );
  expect(await (await readPage(site, "/profil", cookie)).text()).toContain("Unlink wallet");
});

test("an unknown login method answers 404", async () => {
  const { cookie } = await signUpWithCodes(site, newEmail());
  expect((await readPage(site, "/profil/remove/sessions", cookie)).status).toBe(404);
  expect((await remove("everything", cookie)).status).toBe(404);
});
