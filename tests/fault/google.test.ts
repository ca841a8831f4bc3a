import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freePort } from "../../dev/run/port";
import { type AppHere, startAppHere } from "../support/app-here";
import type { Claims, Forgery } from "../support/forge-id-token";
import { type OpenIdProvider, startOpenIdProvider } from "../support/openid-provider";
import { Visitor } from "../support/visitor";

let app: AppHere;
let google: OpenIdProvider;
beforeAll(async () => {
  const port = await freePort();
  google = await startOpenIdProvider({ appUrl: `http://localhost:${port}` });
  app = await startAppHere({ env: { PORT: String(port), ...google.env } });
});
afterAll(async () => {
  await app?.stop();
  await google?.stop();
});
beforeEach(() => {
  google.person = google.add({});
  google.fault = "none";
  google.forge = null;
});

const isCallback = (url: URL) => url.pathname === "/auth/google/callback";
/** Goes to Google and comes back: the address that Google leads to, not yet visited. */
const comeBack = (visitor: Visitor, query = "") =>
  visitor.follow(`${app.url}/auth/google${query}`, isCallback);
const newVisitor = () => {
  const visitor = new Visitor();
  visitor.setCookie(app.url, "locale", "en");
  return visitor;
};
const isIn = async (visitor: Visitor) => (await visitor.get(`${app.url}/profil`)).status === 200;
const uidOf = async (visitor: Visitor) => {
  const profile = await (await visitor.get(`${app.url}/profil`)).text();
  const uid = /\\"uid\\",\\"([\w-]+)\\"/.exec(profile)?.[1];
  if (!uid) throw new Error("nobody is in");
  return uid;
};
/** Changes one parameter of an address. */
function altered(url: string, name: string, value: string | null): string {
  const changed = new URL(url);
  if (value === null) changed.searchParams.delete(name);
  else changed.searchParams.set(name, value);
  return changed.href;
}
async function alertOf(answer: Response): Promise<string> {
  return /role="alert"[^>]*>([^<]*)/.exec(await answer.text())?.[1] ?? "";
}

describe("the way to Google", () => {
  test("asks for a code with state, nonce and a hashed verifier, and nothing secret goes along", async () => {
    const visitor = newVisitor();
    const start = await visitor.get(`${app.url}/auth/google`);
    expect(start.status).toBe(302);
    const to = new URL(start.headers.get("Location") ?? "");
    expect(to.origin).toBe(google.env.GOOGLE_ISSUER);
    const asked = Object.fromEntries(to.searchParams);
    expect(asked).toMatchObject({
      response_type: "code",
      client_id: google.env.GOOGLE_CLIENT_ID,
      redirect_uri: `${app.url}/auth/google/callback`,
      scope: "openid email profile",
      code_challenge_method: "S256",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(to.href).not.toContain(encodeURIComponent(google.env.GOOGLE_CLIENT_SECRET));
    const [cookie = ""] = start.headers.getSetCookie().filter((line) => /^google=/.test(line));
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Max-Age=600/);
  });

  test.each(["cross-site", "same-site"])("is not begun for a %s page", async (site) => {
    const start = await newVisitor().get(`${app.url}/auth/google?to=/shop`, {
      "Sec-Fetch-Site": site,
    });
    expect([start.status, start.headers.get("Location")]).toEqual([302, "/login?to=%2Fshop"]);
    expect(start.headers.getSetCookie()).toEqual([]);
  });

  test("is not there for other methods", async () => {
    const answer = await newVisitor().postForm(`${app.url}/auth/google`, {});
    expect(answer.status).toBe(405);
  });
});

describe("coming back", () => {
  test("opens an account with the name and address that Google gave, and leads where one was going", async () => {
    const person = google.add({ name: "Ada  Lovelace", email: "Ada@Example.com" });
    google.person = person;
    const visitor = newVisitor();
    const answer = await visitor.get(await comeBack(visitor, "?to=/profil%3Fa%3D1"));
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/profil?a=1"]);
    const profile = await (await visitor.get(`${app.url}/profil`)).text();
    expect(profile).toContain("Ada Lovelace");
    expect(profile).toContain("Ada@Example.com");
    const database = await app.worker.getD1Database("DB");
    const row = await database
      .prepare(
        "SELECT u.role, u.wallet, g.issuer FROM users u JOIN google_identities g USING (uid) WHERE g.subject = ?",
      )
      .bind(person.sub)
      .first();
    expect(row).toEqual({ role: "client", wallet: null, issuer: google.env.GOOGLE_ISSUER });
  });

  test("a second time, under another address and name, opens the same account", async () => {
    const person = google.add({});
    google.person = person;
    const uids: string[] = [];
    for (const email of ["first@example.com", "second@example.com"]) {
      google.person = google.add({ ...person, email });
      const visitor = newVisitor();
      await visitor.get(await comeBack(visitor));
      uids.push(await uidOf(visitor));
    }
    expect(uids[0]).toMatch(/^[\w-]{22}$/);
    expect(uids[1]).toBe(uids[0]);
  });

  test.each(["//evil.example", "/%2Fevil.example", "/\\evil.example", "https://evil.example"])(
    "does not lead to %s",
    async (to) => {
      const visitor = newVisitor();
      const answer = await visitor.get(await comeBack(visitor, `?to=${encodeURIComponent(to)}`));
      expect(answer.headers.get("Location")).toBe("/dashboard");
    },
  );

  test("ends the session that the browser had, and takes the flow's cookie away", async () => {
    const visitor = newVisitor();
    const callback = await comeBack(visitor);
    visitor.setCookie(app.url, "session", "a".repeat(43));
    await visitor.get(callback);
    expect(visitor.cookie(app.url, "session")).not.toBe("a".repeat(43));
    expect(visitor.cookie(app.url, "google")).toBeUndefined();
  });

  test("a person who turns back reads a kind word on the sign-in page, in both languages", async () => {
    google.fault = "denies";
    const visitor = newVisitor();
    const answer = await visitor.get(await comeBack(visitor, "?to=/shop"));
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      302,
      "/login?google=denied&to=%2Fshop",
    ]);
    const page = `${app.url}/login?google=denied&to=%2Fshop`;
    expect(await (await visitor.get(page)).text()).toContain("You did not go on with Google.");
    expect(await (await visitor.get(`${page}&lang=fr`)).text()).toContain(
      "Vous n’avez pas continué avec Google.",
    );
  });
});

describe("an answer is refused", () => {
  const forgeries: [string, (claims: Claims) => Forgery][] = [
    ["for another audience", (claims) => ({ claims: { ...claims, aud: "somebody-else" } })],
    [
      "for several audiences without an authorised party",
      (claims) => ({ claims: { ...claims, aud: [claims.aud, "somebody-else"] } }),
    ],
    ["for another authorised party", (claims) => ({ claims: { ...claims, azp: "somebody-else" } })],
    ["from another issuer", (claims) => ({ claims: { ...claims, iss: "https://evil.example" } })],
    ["with another nonce", (claims) => ({ claims: { ...claims, nonce: "another" } })],
    ["without a nonce", ({ nonce: _, ...claims }) => ({ claims })],
    [
      "that has expired",
      (claims) => ({ claims: { ...claims, exp: Math.floor(Date.now() / 1000) - 120 } }),
    ],
    ["without an expiry", ({ exp: _, ...claims }) => ({ claims })],
    ["without a subject", ({ sub: _, ...claims }) => ({ claims })],
    ["signed by somebody else", (claims) => ({ claims, signedBy: "somebody else" })],
    ["signed with the client's secret", (claims) => ({ claims, signedBy: "the client's secret" })],
    ["signed by nobody (alg none)", (claims) => ({ claims, signedBy: "nobody" })],
  ];
  test.each(forgeries)("%s", async (_, forge) => {
    google.forge = forge;
    const visitor = newVisitor();
    const answer = await visitor.get(await comeBack(visitor));
    expect(answer.status).toBe(422);
    expect(await alertOf(answer)).toMatch(/could not be verified/);
    expect(visitor.cookie(app.url, "session")).toBeUndefined();
    expect(await isIn(visitor)).toBe(false);
  });

  test.each([
    ["false", (claims: Claims) => ({ claims: { ...claims, email_verified: false } })],
    ["absent", ({ email_verified: _, ...claims }: Claims) => ({ claims })],
  ])("where the address is not verified (%s)", async (_, forge) => {
    google.forge = forge;
    const visitor = newVisitor();
    const answer = await visitor.get(await comeBack(visitor));
    expect(answer.status).toBe(422);
    expect(await alertOf(answer)).toMatch(/has not confirmed the address/);
    expect(await isIn(visitor)).toBe(false);
  });

  test.each([
    ["without a state", "state", null],
    ["with another state", "state", "a".repeat(43)],
  ])("%s, and the real one still counts", async (_, name, value) => {
    const visitor = newVisitor();
    const callback = await comeBack(visitor);
    const answer = await visitor.get(altered(callback, name, value));
    expect(answer.status).toBe(410);
    expect(await alertOf(answer)).toMatch(/Start again/);
    expect(await isIn(visitor)).toBe(false);
    expect((await visitor.get(callback)).status).toBe(302);
  });

  test.each(["https://evil.example", null])("by the word of issuer %s (mix-up)", async (iss) => {
    const visitor = newVisitor();
    const callback = await comeBack(visitor);
    expect((await visitor.get(altered(callback, "iss", iss))).status).toBe(422);
    expect(await isIn(visitor)).toBe(false);
  });

  test("in another browser than the one that set out", async () => {
    const callback = await comeBack(newVisitor());
    const victim = newVisitor();
    expect((await victim.get(callback)).status).toBe(410);
    await comeBack(victim);
    expect((await victim.get(callback)).status).toBe(410);
    expect(await isIn(victim)).toBe(false);
  });

  test("a second time, even where the browser kept its cookie and both come at once", async () => {
    const visitor = newVisitor();
    const callback = await comeBack(visitor);
    const cookie = visitor.cookie(app.url, "google") ?? "";
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => {
        const copy = newVisitor();
        copy.setCookie(app.url, "google", cookie);
        return copy.get(callback);
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 410, 410, 410]);
    const late = newVisitor();
    late.setCookie(app.url, "google", cookie);
    expect((await late.get(callback)).status).toBe(410);
  });

  test("with a code that belongs to another flow of the same browser", async () => {
    const visitor = newVisitor();
    const first = new URL(await comeBack(visitor));
    const second = await comeBack(visitor);
    const mixed = altered(second, "code", first.searchParams.get("code"));
    expect((await visitor.get(mixed)).status).toBe(410);
    expect(await isIn(visitor)).toBe(false);
  });

  test("with a cookie that was tampered with", async () => {
    const visitor = newVisitor();
    const callback = await comeBack(visitor);
    const [value = "", signature = ""] = decodeURIComponent(
      visitor.cookie(app.url, "google") ?? "",
    ).split(".");
    const flow = Buffer.from(value, "base64").toString().replace("/dashboard", "/profil");
    const forged = `${Buffer.from(flow).toString("base64")}.${signature}`;
    visitor.setCookie(app.url, "google", encodeURIComponent(forged));
    expect((await visitor.get(callback)).status).toBe(410);
  });
});

describe("when Google fails", () => {
  test("to change the code, the person reads that it may pass, and nothing is changed", async () => {
    google.fault = "token endpoint fails";
    const visitor = newVisitor();
    const answer = await visitor.get(await comeBack(visitor, "?to=/shop"));
    expect(answer.status).toBe(503);
    const page = await answer.text();
    expect(page).toContain("can’t be reached right now");
    expect(page).toContain("/auth/google?to=%2Fshop");
    google.fault = "none";
    expect((await visitor.get(await comeBack(visitor))).status).toBe(302);
  });
});

test("a password account of the same address opens by its password alone", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const owner = newVisitor();
  const password = "a long enough password";
  await owner.postForm(`${app.url}/login`, { intent: "sign-up", email, password });
  google.person = google.add({ email: email.toUpperCase() });

  const visitor = newVisitor();
  const answer = await visitor.get(await comeBack(visitor, "?to=/purchases"));
  const choice = `${app.url}${answer.headers.get("Location")}`;
  expect(choice).toBe(`${app.url}/auth/google/account`);
  expect(await isIn(visitor)).toBe(false);
  expect(await (await visitor.get(choice)).text()).toContain(email.toUpperCase());

  const wrong = await visitor.postForm(choice, { intent: "link", password: "not the password" });
  expect(wrong.status).toBe(422);
  expect(await isIn(visitor)).toBe(false);
  const right = await visitor.postForm(choice, { intent: "link", password });
  expect([right.status, right.headers.get("Location")]).toEqual([302, "/purchases"]);
  expect(visitor.cookie(app.url, "google")).toBeUndefined();

  // From now on Google opens it without a question.
  const again = newVisitor();
  expect((await again.get(await comeBack(again))).headers.get("Location")).toBe("/dashboard");
  expect(await uidOf(again)).toBe(await uidOf(owner));
});

test("who does not know that password goes on with an account of their own", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const squatter = newVisitor();
  const fields = { intent: "sign-up", email, password: "a long enough password" };
  await squatter.postForm(`${app.url}/login`, fields);
  google.person = google.add({ email });

  const visitor = newVisitor();
  await visitor.get(await comeBack(visitor));
  const choice = `${app.url}/auth/google/account`;
  expect((await visitor.postForm(choice, { intent: "separate" })).status).toBe(302);
  expect(await uidOf(visitor)).not.toBe(await uidOf(squatter));
  // The question can't be answered twice, nor by somebody whom Google did not prove.
  expect((await newVisitor().postForm(choice, fields)).headers.get("Location")).toBe("/login");
});
