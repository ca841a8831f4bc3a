import { env, SELF } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { CREDENTIAL_ATTEMPTS } from "../../../app/accounts/use-cases/check-password";
import { DEVICE_TRIES } from "../../../app/accounts/use-cases/device-tokens";
import {
  newEmail,
  PASSWORD,
  postForm,
  postJson,
  postLogin,
  sessionOf,
  signUpWithCodes,
  siteOf,
} from "../../support/sign-in";
import { advanceClock, stopClock } from "../../support/worker-clock";

const site = siteOf(SELF);
const WRONG = "a wrong but long password";

let strangers = 0;
const newAddress = () => `203.0.113.${++strangers}`;
const from = (address: string) => ({ headers: { "CF-Connecting-IP": address } });

const signIn = (email: string, password: string, cookie = "locale=en", address = newAddress()) =>
  postLogin(site, { intent: "sign-in", email, password }, { cookie, ...from(address) });

/** The device cookie of an answer as `name=value`; null where it sets none. */
function deviceOf(response: Response): string | null {
  const found = response.headers.getSetCookie().find((one) => /^device=[^;]/.test(one));
  return found?.split(";")[0] ?? null;
}

async function newOwner(email = newEmail()) {
  const opened = await postLogin(site, { intent: "sign-up", email, password: PASSWORD });
  return { email, session: sessionOf(opened) ?? "", device: deviceOf(opened) ?? "" };
}

/** What 28 requests of strangers leave behind: nobody unknown gets in for a while. */
async function lockOut(email: string): Promise<void> {
  const tries = Array.from({ length: CREDENTIAL_ATTEMPTS.free + 3 }, () => signIn(email, WRONG));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 422).length).toBeLessThan(statuses.length);
  expect((await signIn(email, PASSWORD)).status).toBe(429);
}

// Waits of a second must not end while a busy machine answers.
beforeAll(stopClock);
beforeEach(() => advanceClock(CREDENTIAL_ATTEMPTS.resetAfterMs));

// spec: identity.throttle
test("a browser that signed in before signs in while strangers try passwords", async () => {
  const { email, device } = await newOwner();
  await lockOut(email);
  const back = await signIn(email.toUpperCase(), PASSWORD, device);
  expect([back.status, back.headers.get("Location")]).toEqual([302, "/dashboard"]);
  // Its success gives strangers no new tries.
  expect((await signIn(email, PASSWORD)).status).toBe(429);
});

test("elsewhere the owner is told the other ways in, in both languages", async () => {
  const { email } = await newOwner();
  await lockOut(email);
  const inEnglish = await (await signIn(email, PASSWORD)).text();
  expect(inEnglish).toContain("a recovery code or a linked wallet signs you in without the wait");
  expect(inEnglish).toContain('href="/login/recover"');
  const inFrench = await (await signIn(email, PASSWORD, "locale=fr")).text();
  expect(inFrench).toContain("un code de secours ou un wallet lié vous connecte sans attendre");
});

test("a device has ten tries of its own, then it is a stranger for a day", async () => {
  const { email, device } = await newOwner();
  const other = deviceOf(await signIn(email, PASSWORD)) ?? "";
  for (let n = 0; n < DEVICE_TRIES; n++) {
    expect((await signIn(email, WRONG, device)).status).toBe(422);
  }
  // The eleventh uses up the first one of the strangers.
  await lockOut(email);
  expect((await signIn(email, PASSWORD, device)).status).toBe(429);
  expect((await signIn(email, PASSWORD, other)).status).toBe(302);
  advanceClock(24 * 3_600_000);
  await lockOut(email);
  expect((await signIn(email, PASSWORD, device)).status).toBe(302);
});

test("concurrent tries of a device are counted one by one", async () => {
  const { email, device } = await newOwner();
  await lockOut(email);
  const tries = await Promise.all(
    Array.from({ length: 2 * DEVICE_TRIES }, () => signIn(email, WRONG, device)),
  );
  expect(tries.filter(({ status }) => status === 422)).toHaveLength(DEVICE_TRIES);
});

test("a device is known for its account and its password alone", async () => {
  const { email, device, session } = await newOwner();
  const stranger = await newOwner();
  const [id = "", signature = ""] = device.replace("device=", "").split(".");
  const forged = [
    stranger.device,
    `device=${id}.${"A".repeat(43)}`,
    `device=${"A".repeat(22)}.${signature}`,
    `device=${stranger.device.replace("device=", "").split(".")[0]}.${signature}`,
  ];
  await lockOut(email);
  for (const cookie of forged) {
    expect([cookie, (await signIn(email, PASSWORD, cookie)).status]).toEqual([cookie, 429]);
  }
  const changed = await postForm(
    site,
    "/profil/password",
    { current: PASSWORD, password: "another quiet counter" },
    { cookie: `${session}; ${device}` },
  );
  expect(changed.status).toBe(302);
  expect((await signIn(email, "another quiet counter", device)).status).toBe(429);
  const renewed = deviceOf(changed) ?? "";
  expect((await signIn(email, "another quiet counter", renewed)).status).toBe(302);
});

test("a browser is known for three accounts, those of its last sign-ins", async () => {
  const owners = [await newOwner(), await newOwner(), await newOwner(), await newOwner()];
  let cookie = "locale=en";
  for (const { email } of owners) {
    cookie = deviceOf(await signIn(email, PASSWORD, cookie)) ?? "";
  }
  const statuses: number[] = [];
  for (const { email } of owners) {
    await lockOut(email);
    statuses.push((await signIn(email, PASSWORD, cookie)).status);
  }
  expect(statuses).toEqual([429, 302, 302, 302]);
});

test("re-authentication counts by session: strangers don't refuse it, nor one session another", async () => {
  const { email, session } = await newOwner();
  const other = sessionOf(await signIn(email, PASSWORD)) ?? "";
  await lockOut(email);
  const prove = (cookie: string, password: string) =>
    postJson(site, "/api/proof", { password }, `locale=en; ${cookie}`);
  expect((await prove(session, PASSWORD)).status).toBe(204);
  for (let n = 0; n < CREDENTIAL_ATTEMPTS.free; n++) {
    expect((await prove(other, WRONG)).status).toBe(422);
  }
  expect((await prove(other, WRONG)).status).toBe(422);
  expect((await prove(other, PASSWORD)).status).toBe(429);
  expect((await prove(session, PASSWORD)).status).toBe(204);
  const page = await postForm(
    site,
    "/profil/confirm",
    { password: PASSWORD },
    { cookie: `locale=en; ${session}` },
  );
  expect(page.status).toBe(302);
});

test("a right recovery code is accepted after any number of wrong ones", async () => {
  const { email, codes } = await signUpWithCodes(site);
  const recover = (code: string) =>
    postForm(
      site,
      "/login/recover",
      { email, code, password: "another quiet counter" },
      from(newAddress()),
    );
  const wrong = await Promise.all(Array.from({ length: 30 }, () => recover("0000-0000-0000-0000")));
  expect(wrong.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(15);
  await lockOut(email);
  expect((await recover(codes[0] ?? "")).status).toBe(302);
});

test("wrong passwords from a network address refuse there no sign-up, and no known device", async () => {
  const { email, device } = await newOwner();
  const address = newAddress();
  const until = Date.now() + 60_000;
  await env.DB.prepare(
    "INSERT INTO rate_limits (key, count, reset_at, blocked_until) VALUES (?, 1e6, ?, ?)",
  )
    .bind(`password:${address}`, until, until)
    .run();
  expect((await signIn(email, PASSWORD, "locale=en", address)).status).toBe(429);
  expect((await signIn(email, PASSWORD, device, address)).status).toBe(302);
  const fields = { intent: "sign-up", email: newEmail(), password: PASSWORD };
  expect((await postLogin(site, fields, from(address))).status).toBe(302);
});

test("the devices of an account check twenty passwords a minute, right ones included", async () => {
  const { email, device } = await newOwner();
  await lockOut(email);
  const statuses: number[] = [];
  for (let n = 0; n < 22; n++) statuses.push((await signIn(email, PASSWORD, device)).status);
  expect(statuses.filter((status) => status === 302)).toHaveLength(20);
  advanceClock(60_000);
  await lockOut(email);
  expect((await signIn(email, PASSWORD, device)).status).toBe(302);
});
