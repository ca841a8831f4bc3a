import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import {
  newEmail,
  PASSWORD,
  postForm,
  postLogin,
  readPage,
  sessionOf,
  signUp,
  siteOf,
} from "../../support/sign-in";

const site = siteOf(SELF);
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";

const isIn = async (cookie: string) => (await readPage(site, "/profil", cookie)).status === 200;
const change = (cookie: string, fields: Record<string, string>) =>
  postForm(site, "/profil", fields, { cookie: `locale=en; ${cookie}` });

async function signInElsewhere(email: string, userAgent = FIREFOX): Promise<string> {
  const headers = { "User-Agent": userAgent };
  const response = await postLogin(
    site,
    { intent: "sign-in", email, password: PASSWORD },
    { headers },
  );
  return sessionOf(response) ?? "";
}

/** Ids of the sessions that this profile can end. */
async function listed(cookie: string): Promise<string[]> {
  const html = await (await readPage(site, "/profil", cookie)).text();
  return [...html.matchAll(/name="session" value="(\w+)"/g)].map(([, id = ""]) => id);
}

test("a profile lists the account's sessions, and marks the current one", async () => {
  const email = newEmail();
  const here = await signUp(site, email);
  await signInElsewhere(email);
  const html = await (await readPage(site, "/profil", here)).text();
  expect(html).toContain("Firefox on Linux");
  expect(html.match(/>This one</g)).toHaveLength(1);
  const [id = ""] = await listed(here);
  const { results } = await env.DB.prepare("SELECT token_hash FROM sessions").all();
  // The page has neither the session token nor its stored hash.
  expect(results.map((row) => row.token_hash)).not.toContain(id);
});

// spec: identity.sessions
test("another session can be ended by itself", async () => {
  const email = newEmail();
  const here = await signUp(site, email);
  const [first, second] = [await signInElsewhere(email), await signInElsewhere(email)];
  const [last = ""] = await listed(here);
  expect((await change(here, { intent: "end-session", session: last })).status).toBe(302);
  const open = [await isIn(here), await isIn(first), await isIn(second)];
  expect(open.filter(Boolean)).toHaveLength(2);
  expect(open[0]).toBe(true);
  expect(await listed(here)).toHaveLength(1);
});

test("a session of another account and an unknown one get the same answer, and are kept", async () => {
  const email = newEmail();
  const victim = await signUp(site, email);
  await signInElsewhere(email);
  const [theirs = ""] = await listed(victim);
  const attacker = await signUp(site);
  const answers = await Promise.all(
    [theirs, "0".repeat(32), "%", ""].map((session) =>
      change(attacker, { intent: "end-session", session }),
    ),
  );
  expect(answers.map((one) => one.status)).toEqual([404, 404, 404, 404]);
  expect(await listed(victim)).toEqual([theirs]);
});

// spec: identity.sessions
test("signing out everywhere else keeps the current session and other accounts'", async () => {
  const email = newEmail();
  const here = await signUp(site, email);
  const there = await signInElsewhere(email);
  const stranger = await signUp(site);
  expect((await change(here, { intent: "sign-out-others" })).status).toBe(302);
  expect([await isIn(here), await isIn(there), await isIn(stranger)]).toEqual([true, false, true]);
});

test("an unknown intent is refused with a message", async () => {
  const response = await change(await signUp(site), { intent: "promote" });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain('role="alert"');
});
