import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Claims } from "../../support/forge-id-token";
import { alertOf, GoogleApp } from "../../support/google-app";
import { type HttpClient, redirectTarget } from "../../support/http-client";

let site: GoogleApp;
beforeAll(async () => {
  site = await GoogleApp.start();
});
afterAll(() => site?.stop());
beforeEach(() => site.reset());

// spec: identity.google-email
test("a password account with the same e-mail opens by its password only", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const owner = site.newClient();
  const password = "a long enough password";
  await owner.postForm(`${site.url}/login`, { intent: "sign-up", email, password });
  site.google.person = site.google.add({ email: email.toUpperCase() });

  const visitor = site.newClient();
  const answer = await site.signIn(visitor, "/auth/google?to=/purchases");
  const choice = `${site.url}${answer.headers.get("Location")}`;
  expect(choice).toBe(`${site.url}/auth/google/account`);
  expect(await site.uidOf(visitor)).toBeNull();
  expect(await (await visitor.get(choice)).text()).toContain(email.toUpperCase());

  const wrong = await visitor.postForm(choice, { intent: "link", password: "not the password" });
  expect(wrong.status).toBe(422);
  expect(await site.uidOf(visitor)).toBeNull();
  const right = await visitor.postForm(choice, { intent: "link", password });
  expect([right.status, right.headers.get("Location")]).toEqual([302, "/purchases"]);
  expect(visitor.cookie(site.url, "google")).toBeUndefined();

  // From now on Google opens it without the password.
  const again = site.newClient();
  expect((await again.get(await site.followToCallback(again))).headers.get("Location")).toBe(
    "/dashboard",
  );
  expect(await site.uidOf(again)).toBe(await site.uidOf(owner));
});

// spec: identity.google-email
test("without that password the person continues with a new account", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const passwordAccount = site.newClient();
  const fields = { intent: "sign-up", email, password: "a long enough password" };
  await passwordAccount.postForm(`${site.url}/login`, fields);
  site.google.person = site.google.add({ email });

  const visitor = site.newClient();
  await site.signIn(visitor);
  const choice = `${site.url}/auth/google/account`;
  const kept = visitor.cookie(site.url, "google") ?? "";
  expect((await visitor.postForm(choice, { intent: "separate" })).status).toBe(302);
  expect(await site.uidOf(visitor)).not.toBe(await site.uidOf(passwordAccount));
  const otherBrowser = site.newClient();
  otherBrowser.setCookie(site.url, "google", kept);
  expect((await otherBrowser.postForm(choice, { intent: "separate" })).status).toBe(410);
  expect(await site.uidOf(otherBrowser)).toBeNull();
  // The choice can be made once, and only after Google has authenticated the person.
  expect((await site.newClient().postForm(choice, fields)).headers.get("Location")).toBe("/login");
});

const linkedTo = async (visitor: HttpClient) =>
  (await site.row("SELECT email FROM google_identities WHERE uid = ?", await site.uidOf(visitor)))
    ?.email;
const reauthenticatedAt = async (visitor: HttpClient) =>
  (
    await site.row(
      "SELECT MAX(proven_at) AS at FROM sessions WHERE uid = ?",
      await site.uidOf(visitor),
    )
  )?.at;
/** Ages every re-authentication past its window. */
const ageReauthentications = () => site.app.clock.advance(11 * 60_000);

test("Google is linked from the profile, and then signs in to that account", async () => {
  const person = site.google.add({});
  site.google.person = person;
  const owner = await site.newPerson();
  const answer = await site.signIn(owner, "/auth/google/link");
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/profil"]);
  expect(await (await owner.get(`${site.url}/profil`)).text()).toContain(person.email);

  const visitor = site.newClient();
  await site.signIn(visitor);
  expect(await site.uidOf(visitor)).toBe(await site.uidOf(owner));
  // A sign-in through Google is no re-authentication: the password is still required.
  expect(await reauthenticatedAt(owner)).toBeGreaterThan(0);
  const fresh = await site.row(
    "SELECT MIN(proven_at) AS at FROM sessions WHERE uid = ?",
    await site.uidOf(owner),
  );
  expect(fresh?.at).toBe(0);
});

test("Google is unlinked while another login method remains, and no longer signs in to that account", async () => {
  const owner = await site.newPerson();
  await site.signIn(owner, "/auth/google/link");
  const address = String(await linkedTo(owner));
  const page = await owner.get(`${site.url}/profil/remove/google`);
  expect(await page.text()).toContain(address);
  const answer = await owner.postForm(`${site.url}/profil/remove/google`, {});
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/profil"]);
  expect(await linkedTo(owner)).toBeUndefined();
  const visitor = site.newClient();
  await site.signIn(visitor);
  expect(await site.uidOf(visitor)).not.toBe(await site.uidOf(owner));

  // There Google is the last login method.
  const kept = await visitor.postForm(`${site.url}/profil/remove/google`, {});
  expect(kept.status).toBe(409);
  expect(await linkedTo(visitor)).toBe(address);
});

test("a Google account that opens another account is not linked", async () => {
  await site.signIn(site.newClient());
  const second = await site.newPerson();
  const answer = await site.signIn(second, "/auth/google/link");
  expect(answer.status).toBe(409);
  expect(await alertOf(answer)).toMatch(/already opens another account/);
  expect(await linkedTo(second)).toBeUndefined();
});

test("linking needs re-authentication, and starts only from pages of the app", async () => {
  const owner = await site.newPerson();
  for (const place of ["cross-site", "same-site", "none", null]) {
    const headers: Record<string, string> = place ? { "Sec-Fetch-Site": place } : {};
    const answer = await owner.get(`${site.url}/auth/google/link`, headers);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/profil"]);
  }
  await ageReauthentications();
  await expect(site.followToCallback(owner, "/auth/google/link")).rejects.toThrow();
});

test("the link callback must belong to the session that started it", async () => {
  const owner = await site.newPerson();
  const callback = await site.followToCallback(owner, "/auth/google/link");
  const fields = { intent: "sign-up", email: `${crypto.randomUUID()}@example.com` };
  await owner.postForm(`${site.url}/logout`, {});
  expect((await owner.get(callback)).status).toBe(410);
  const again = await site.followToCallback(await site.newPerson(), "/auth/google/link");
  await owner.postForm(`${site.url}/login`, { ...fields, password: "a long enough password" });
  expect((await owner.get(again)).status).toBe(410);
  expect(await linkedTo(owner)).toBeUndefined();
});

test("a cancelled link returns to the profile without a link", async () => {
  const owner = await site.newPerson();
  site.google.fault = "denies";
  const answer = await site.signIn(owner, "/auth/google/link");
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/profil"]);
  expect(await linkedTo(owner)).toBeUndefined();
});

test("Google re-authenticates only its own account", async () => {
  const visitor = site.newClient();
  await site.signIn(visitor);
  await ageReauthentications();
  const before = await reauthenticatedAt(visitor);
  const start = await visitor.get(`${site.url}/auth/google/proof?to=/purchases`, {
    "Sec-Fetch-Site": "same-origin",
  });
  const asked = new URL(redirectTarget(start) ?? "").searchParams;
  expect([asked.get("prompt"), asked.get("max_age")]).toEqual(["login", "0"]);

  const mine = site.google.person;
  site.google.person = site.google.add({});
  visitor.clearCookies(site.google.env.GOOGLE_ISSUER);
  expect((await site.signIn(visitor, "/auth/google/proof")).status).toBe(409);
  expect(await reauthenticatedAt(visitor)).toBe(before);

  site.google.person = mine;
  visitor.clearCookies(site.google.env.GOOGLE_ISSUER);
  const answer = await site.signIn(visitor, "/auth/google/proof?to=/purchases");
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/purchases"]);
  expect(await reauthenticatedAt(visitor)).toBeGreaterThan(Date.now() - 60_000);
});

test.each([
  [
    "with an auth_time an hour ago",
    (claims: Claims) => ({ ...claims, auth_time: Number(claims.iat) - 3600 }),
  ],
  ["without an auth_time", ({ auth_time: _, ...claims }: Claims) => claims],
])("a Google sign-in %s is not a re-authentication", async (_, change) => {
  const visitor = site.newClient();
  await site.signIn(visitor);
  await ageReauthentications();
  const before = await reauthenticatedAt(visitor);
  site.alterTokens((claims) => ({ claims: change(claims) }));
  const answer = await site.signIn(visitor, "/auth/google/proof");
  expect(answer.status).toBe(422);
  expect(await alertOf(answer)).toMatch(/did not ask you again/);
  expect(await reauthenticatedAt(visitor)).toBe(before);
});
