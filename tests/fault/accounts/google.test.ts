import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GoogleApp } from "../../support/google-app";

let site: GoogleApp;
beforeAll(async () => {
  site = await GoogleApp.start();
});
afterAll(() => site?.stop());
beforeEach(() => site.reset());

describe("the authorization request", () => {
  // spec: call.auth.google
  test("asks for a code with state, nonce and a hashed verifier, without any secret", async () => {
    const visitor = site.newClient();
    const start = await visitor.get(`${site.url}/auth/google`);
    expect(start.status).toBe(302);
    const to = new URL(start.headers.get("Location") ?? "");
    expect(to.origin).toBe(site.google.env.GOOGLE_ISSUER);
    const asked = Object.fromEntries(to.searchParams);
    expect(asked).toMatchObject({
      response_type: "code",
      client_id: site.google.env.GOOGLE_CLIENT_ID,
      redirect_uri: `${site.url}/auth/google/callback`,
      scope: "openid email",
      code_challenge_method: "S256",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(to.href).not.toContain(encodeURIComponent(site.google.env.GOOGLE_CLIENT_SECRET));
    const [cookie = ""] = start.headers.getSetCookie().filter((line) => /^google=/.test(line));
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Max-Age=600/);
  });

  test.each(["cross-site", "same-site"])("is not started from a %s page", async (place) => {
    const start = await site.newClient().get(`${site.url}/auth/google?to=/shop`, {
      "Sec-Fetch-Site": place,
    });
    expect([start.status, start.headers.get("Location")]).toEqual([302, "/login?to=%2Fshop"]);
    expect(start.headers.getSetCookie()).toEqual([]);
  });

  test("answers 405 to other methods", async () => {
    const answer = await site.newClient().postForm(`${site.url}/auth/google`, {});
    expect(answer.status).toBe(405);
  });
});

describe("the callback", () => {
  // spec: field.user.role, call.auth.google
  test("creates an account with the e-mail from Google and without a public name, and redirects to the requested page", async () => {
    const person = site.google.add({ name: "Ada  Lovelace", email: "Ada@Example.com" });
    site.google.person = person;
    const visitor = site.newClient();
    const answer = await site.signIn(visitor, "/auth/google?to=/profil%3Fa%3D1");
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/profil?a=1"]);
    const profile = await (await visitor.get(`${site.url}/profil`)).text();
    expect(profile).not.toContain("Lovelace");
    expect(profile).toContain("Ada@Example.com");
    const row = await site.row(
      `SELECT u.role, u.wallet, g.issuer FROM users u
         JOIN google_identities g USING (uid) WHERE g.subject = ?`,
      person.sub,
    );
    expect(row).toEqual({ role: "client", wallet: null, issuer: site.google.env.GOOGLE_ISSUER });
  });

  // spec: identity.google-keys
  test("a second time, with another e-mail and name, opens the same account", async () => {
    const person = site.google.add({});
    site.google.person = person;
    const uids: (string | null)[] = [];
    for (const email of ["first@example.com", "second@example.com"]) {
      site.google.person = site.google.add({ ...person, email });
      const visitor = site.newClient();
      await site.signIn(visitor);
      uids.push(await site.uidOf(visitor));
    }
    expect(uids[0]).toMatch(/^[\w-]{22}$/);
    expect(uids[1]).toBe(uids[0]);
  });

  test.each(["//evil.example", "/%2Fevil.example", "/\\evil.example", "https://evil.example"])(
    "does not redirect to %s",
    async (to) => {
      const visitor = site.newClient();
      const answer = await site.signIn(visitor, `/auth/google?to=${encodeURIComponent(to)}`);
      expect(answer.headers.get("Location")).toBe("/dashboard");
    },
  );

  test("ends the previous session and deletes the flow's cookie", async () => {
    const visitor = site.newClient();
    const callback = await site.followToCallback(visitor);
    visitor.setCookie(site.url, "session", "a".repeat(43));
    await visitor.get(callback);
    expect(visitor.cookie(site.url, "session")).not.toBe("a".repeat(43));
    expect(visitor.cookie(site.url, "google")).toBeUndefined();
  });

  test("a cancelled sign-in shows a message on the sign-in page, in both languages", async () => {
    site.google.fault = "denies";
    const visitor = site.newClient();
    const answer = await site.signIn(visitor, "/auth/google?to=/shop");
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      302,
      "/login?google=denied&to=%2Fshop",
    ]);
    const page = `${site.url}/login?google=denied&to=%2Fshop`;
    expect(await (await visitor.get(page)).text()).toContain("You did not go on with Google.");
    expect(await (await visitor.get(`${page}&lang=fr`)).text()).toContain(
      "Vous n’avez pas continué avec Google.",
    );
  });
});

describe("an error of Google", () => {
  test("in the token request is shown as temporary and changes nothing", async () => {
    site.google.fault = "token endpoint fails";
    const visitor = site.newClient();
    const answer = await site.signIn(visitor, "/auth/google?to=/shop");
    expect(answer.status).toBe(503);
    const page = await answer.text();
    expect(page).toContain("can’t be reached right now");
    expect(page).toContain("/auth/google?to=%2Fshop");
    site.google.fault = "none";
    expect((await site.signIn(visitor)).status).toBe(302);
  });
});

describe("a separate deployment", () => {
  let other: GoogleApp;
  beforeAll(async () => {
    // The limit is six starts a minute for an IP address.
    other = await GoogleApp.start({ claimsInToken: false, env: { RATE_SCALE: "0.02" } });
    other.google.person = other.google.add({ email: "grace@example.com" });
  });
  afterAll(() => other?.stop());

  test("refuses while the keys are unavailable, then signs in with the claims of the userinfo endpoint", async () => {
    other.google.fault = "keys are gone";
    const visitor = other.newClient();
    expect((await other.signIn(visitor)).status).toBe(503);
    expect(await other.uidOf(visitor)).toBeNull();
    other.google.fault = "none";
    expect((await other.signIn(visitor)).status).toBe(302);
    expect(await (await visitor.get(`${other.url}/profil`)).text()).toContain("grace@example.com");
  });

  test("throttles authorization requests, with Retry-After", async () => {
    const answers: Response[] = [];
    for (let tries = 0; tries < 7; tries++) {
      answers.push(await other.newClient().get(`${other.url}/auth/google`));
    }
    const last = answers.at(-1);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await last?.text()).toContain("Too many requests.");
  });
});
