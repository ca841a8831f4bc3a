import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { recoverAccount } from "../../../app/accounts/use-cases/recovery-codes";
import type { Settings } from "../../../app/lib/ports";
import { passwordsIn } from "../../../db/accounts/passwords";
import { recoveryCodesIn } from "../../../db/accounts/recovery-codes";
import { openDb } from "../../../db/client";
import { createRateLimits } from "../../../db/http/rate-limits";
import { createScryptHasher } from "../../../workers/scrypt-hasher";
import { recordStatements } from "../../support/count-statements";
import {
  codesCookieOf,
  newEmail,
  PASSWORD,
  postForm,
  postLogin,
  readCodes,
  readPage,
  sessionOf,
  signInWithKeys,
  signUp,
  signUpWithCodes,
  siteOf,
} from "../../support/sign-in";
import { advanceClock } from "../../support/worker-clock";

const site = siteOf(SELF);
const scryptHasher = createScryptHasher(Number(env.SCRYPT_N));
const NEW = "another quiet counter";
const WRONG_CODE = "0000-0000-0000-0000";

const isIn = async (cookie: string) => (await readPage(site, "/profil", cookie)).status === 200;
const signIn = (email: string, password: string) =>
  postLogin(site, { intent: "sign-in", email, password });
const recover = (email: string, code: string, password = NEW) =>
  postForm(site, "/login/recover", { email, code, password });
const renew = (cookie: string) =>
  postForm(site, "/profil/codes", { intent: "renew" }, { cookie: `locale=en; ${cookie}` });

// spec: identity.recovery-codes
test("sign-up shows ten codes, of which D1 stores only hashes", async () => {
  const { cookie, codes } = await signUpWithCodes(site);
  expect(new Set(codes).size).toBe(10);
  const { results } = await env.DB.prepare("SELECT * FROM recovery_codes").all();
  expect(results.length).toBeGreaterThanOrEqual(10);
  for (const code of codes) {
    expect(JSON.stringify(results)).not.toContain(code);
  }
  expect(await (await readPage(site, "/profil", cookie)).text()).toContain("10 codes left");
});

test("the banner can be closed, and the profile still leads to the codes", async () => {
  const { cookie, shown, codes } = await signUpWithCodes(site);
  const banner = 'value="later"';
  expect(await (await readPage(site, "/shop", `${cookie}; ${shown}`)).text()).toContain(banner);
  const fields = { intent: "later" };
  const closed = await postForm(site, "/profil/codes?to=%2Fshop%3Fq%3Da", fields, {
    cookie: `${cookie}; ${shown}`,
  });
  expect([closed.status, closed.headers.get("Location")]).toEqual([302, "/shop?q=a"]);
  const later = `${cookie}; ${codesCookieOf(closed)}`;
  expect(await (await readPage(site, "/shop", later)).text()).not.toContain(banner);
  expect(await readCodes(site, later)).toEqual(codes);
  expect(await (await readPage(site, "/profil", later)).text()).toContain("See the new codes");
  expect(await (await readPage(site, "/profil", cookie)).text()).toContain("Renew codes");
  const none = await postForm(site, "/profil/codes?to=%2F%2Fevil.example", fields, { cookie });
  expect([none.headers.get("Location"), codesCookieOf(none)]).toEqual(["/profil", null]);
});

test.each([
  ["fr", "Il n’en reste aucun"],
  ["en", "None left: get new ones."],
])(
  "after a restore, which leaves codes out, the profile asks for new ones (%s)",
  async (locale, text) => {
    const { cookie } = await signUpWithCodes(site);
    await env.DB.prepare("DELETE FROM recovery_codes").run();
    const headers = { Cookie: `locale=${locale}; ${cookie}` };
    const page = await site.fetch(`${site.origin}/profil`, { headers });
    expect((await page.text()).includes(text)).toBe(true);
  },
);

test("codes are shown to their account only, downloaded as a file, and dismissed", async () => {
  const { cookie, shown, codes, email } = await signUpWithCodes(site);
  expect(await readCodes(site, cookie)).toEqual([]);
  expect(await readCodes(site, `${await signUp(site)}; ${shown}`)).toEqual([]);
  expect(await readCodes(site, `${cookie}; shown-codes=forged`)).toEqual([]);

  const file = await readPage(site, "/profil/codes/text", `${cookie}; ${shown}`);
  expect(file.headers.get("Content-Disposition")).toMatch(/^attachment; filename="[\w-]+\.txt"$/);
  const text = await file.text();
  for (const part of [...codes, email, "/login/recover"]) expect(text).toContain(part);
  expect((await readPage(site, "/profil/codes/text", cookie)).status).toBe(404);

  const kept = await postForm(
    site,
    "/profil/codes?to=%2Fshop",
    { intent: "kept" },
    { cookie: `${cookie}; ${shown}` },
  );
  expect(kept.headers.get("Location")).toBe("/shop");
  expect(kept.headers.getSetCookie().join()).toMatch(/shown-codes=; Path=\/; Max-Age=0/);
});

// spec: identity.recovery-codes
test("a code sets a new password once, ends every session and signs in", async () => {
  const { email, cookie, codes } = await signUpWithCodes(site);
  const [code = "", next = ""] = codes;
  const response = await recover(email.toUpperCase(), code.toLowerCase().replaceAll("-", " "));
  expect([response.status, response.headers.get("Location")]).toEqual([302, "/profil"]);
  expect(await isIn(cookie)).toBe(false);
  expect(await isIn(sessionOf(response) ?? "")).toBe(true);
  expect((await signIn(email, PASSWORD)).status).toBe(422);
  expect((await signIn(email, NEW)).status).toBe(302);

  expect((await recover(email, code, "yet another counter")).status).toBe(422);
  expect((await signIn(email, NEW)).status).toBe(302);
  expect((await recover(email, next, "yet another counter")).status).toBe(302);
});

test("of concurrent requests with one code, one succeeds", async () => {
  const { email, codes } = await signUpWithCodes(site);
  const passwords = Array.from({ length: 5 }, (_, n) => `quiet counter number ${n}`);
  const answers = await Promise.all(passwords.map((one) => recover(email, codes[0] ?? "", one)));
  expect(answers.map((one) => one.status).sort()).toEqual([302, 422, 422, 422, 422]);
  const winner = passwords[answers.findIndex((one) => one.status === 302)] ?? "";
  expect((await signIn(email, winner)).status).toBe(302);
});

test("renewed codes replace the old ones, which are refused", async () => {
  const { email, cookie, codes } = await signUpWithCodes(site);
  const answer = await renew(cookie);
  const fresh = await readCodes(site, `${cookie}; ${codesCookieOf(answer)}`);
  expect(fresh).toHaveLength(10);
  expect((await recover(email, codes[0] ?? "")).status).toBe(422);
  expect((await recover(email, fresh[0] ?? "")).status).toBe(302);
});

test("codes renewed twice concurrently are ten, and those shown work", async () => {
  const { email, cookie } = await signUpWithCodes(site);
  const answers = await Promise.all([renew(cookie), renew(cookie)]);
  const shown = await Promise.all(
    answers.map((one) => readCodes(site, `${cookie}; ${codesCookieOf(one)}`)),
  );
  expect(await (await readPage(site, "/profil", cookie)).text()).toContain("10 codes left");
  const tries = [];
  for (const [code = ""] of shown) tries.push((await recover(email, code)).status);
  expect(tries.sort()).toEqual([302, 422]);
});

test("renewing needs re-authentication and a password login", async () => {
  const { email, cookie, codes } = await signUpWithCodes(site);
  advanceClock(11 * 60_000);
  const refused = await renew(cookie);
  expect(refused.headers.get("Location")).toBe("/profil/confirm?to=%2Fprofil%2Fcodes");
  expect(codesCookieOf(refused)).toBeNull();
  expect((await recover(email, codes[0] ?? "")).status).toBe(302);

  const byWallet = await renew(await signInWithKeys(site));
  expect([byWallet.status, codesCookieOf(byWallet)]).toEqual([409, null]);
});

test("a code of another account is refused", async () => {
  const [mine, theirs] = [await signUpWithCodes(site), await signUpWithCodes(site)];
  expect((await recover(theirs.email, mine.codes[0] ?? "")).status).toBe(422);
  expect((await recover(mine.email, mine.codes[0] ?? "")).status).toBe(302);
});

test("an unknown address, a wrong code and a malformed code get the same answer", async () => {
  const { email, cookie } = await signUpWithCodes(site);
  const masked = async (address: string, code: string) => {
    const response = await recover(address, code);
    const html = (await response.text())
      .replaceAll(address, "ADDRESS")
      .replaceAll(code, "CODE")
      .replace(/nonce(\W+?)[\w+/=]+/g, "nonce$1");
    return { status: response.status, html };
  };
  const wrong = await masked(email, WRONG_CODE);
  expect(wrong.status).toBe(422);
  expect(wrong.html).toContain("Wrong e-mail or recovery code.");
  expect(await masked(newEmail(), WRONG_CODE)).toEqual(wrong);
  expect(await masked(email, "nonsense")).toEqual(wrong);
  expect(await isIn(cookie)).toBe(true);
});

test("an unknown address costs the same work as a wrong code: statements and hashes", async () => {
  const { email } = await signUpWithCodes(site);
  const work = async (address: string) => {
    const { db, statements } = recordStatements(env.DB);
    const opened = openDb(db);
    let hashes = 0;
    const passwordHasher = {
      ...scryptHasher,
      hash: (password: string) => {
        hashes++;
        return scryptHasher.hash(password);
      },
      verify: (password: string, stored: string | null) => {
        hashes++;
        return scryptHasher.verify(password, stored);
      },
    };
    const deps = {
      passwords: passwordsIn(opened),
      recoveryCodes: recoveryCodesIn(opened),
      rateLimits: createRateLimits(opened),
      passwordHasher,
      clock: { now: Date.now },
      settings: { sessionSecret: env.SESSION_SECRET } as Settings,
    };
    const recovery = recoverAccount({ email: address, code: WRONG_CODE, password: NEW }, deps);
    await expect(recovery).rejects.toMatchObject({ code: "invalid_input" });
    return { statements, hashes };
  };
  const known = await work(email);
  expect(known.statements.length).toBeGreaterThan(0);
  expect(await work(newEmail())).toEqual(known);
});

test("a weak password does not consume the code", async () => {
  const { email, codes } = await signUpWithCodes(site);
  for (const password of ["short", "password123", email]) {
    expect((await recover(email, codes[0] ?? "", password)).status).toBe(422);
  }
  expect((await recover(email, codes[0] ?? "")).status).toBe(302);
});

test("guessing codes is throttled, for that account only", async () => {
  const [victim, other] = [await signUpWithCodes(site), await signUpWithCodes(site)];
  const tries = await Promise.all(
    Array.from({ length: 30 }, () => recover(victim.email, WRONG_CODE)),
  );
  const slowed = tries.filter((one) => one.status === 429);
  expect(slowed.length).toBeGreaterThanOrEqual(15);
  expect(Number(slowed[0]?.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
  expect((await recover(other.email, WRONG_CODE)).status).toBe(422);
});
