import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import type { PasswordHasher } from "../../../app/accounts/ports";
import { CREDENTIAL_ATTEMPTS, checkPassword } from "../../../app/accounts/use-cases/check-password";
import type { Settings } from "../../../app/lib/ports";
import { Problem } from "../../../app/lib/problem";
import { passwordsIn } from "../../../db/accounts/passwords";
import { openDb } from "../../../db/client";
import { createRateLimits } from "../../../db/http/rate-limits";
import { createScryptHasher } from "../../../workers/scrypt-hasher";
import { recordStatements } from "../../support/count-statements";
import { newEmail, PASSWORD, signUp, siteOf } from "../../support/sign-in";

const site = siteOf(SELF);
const scryptHasher = createScryptHasher(Number(env.SCRYPT_N));

/** Dependencies of one isolate: its own connections and hasher, the shared database. */
function instance(clock: { now(): number }) {
  const { db, statements } = recordStatements(env.DB);
  const hashed: (string | null)[] = [];
  const passwordHasher: PasswordHasher = {
    ...scryptHasher,
    verify(password, stored) {
      hashed.push(stored);
      return scryptHasher.verify(password, stored);
    },
  };
  const opened = openDb(db);
  const parts = { passwords: passwordsIn(opened), rateLimits: createRateLimits(opened) };
  const settings = { sessionSecret: env.SESSION_SECRET } as Settings;
  const deps = { ...parts, passwordHasher, clock, settings };
  return { deps, hashed, statements };
}

/** Seconds to wait, or null where the password was checked and is wrong. */
async function guess(
  email: string,
  password: string,
  { deps }: ReturnType<typeof instance>,
): Promise<number | null> {
  try {
    await checkPassword({ email, password, device: null }, deps);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code === "slow_down" ? (error.detail.retryAfterSeconds ?? 0) : null;
  }
  throw new Error("the guess was right");
}

/** Timeout (ms) for about 2,000 statements and 24 hashes. */
const LONG_MS = 180_000;

// spec: limit.passwords
test(
  "a thousand wrong passwords: few are hashed, the wait grows, and the right one signs in after it",
  async () => {
    const email = newEmail();
    await signUp(site, email);
    let now = Date.now();
    const clock = { now: () => now };
    const isolates = [instance(clock), instance(clock), instance(clock)] as const;
    const waits: number[] = [];
    for (let n = 0; n < 1_000; n++) {
      // One a second, each in another isolate: only the shared database can count them.
      now += 1_000;
      const isolate = isolates[n % 3] ?? isolates[0];
      const before = isolate.hashed.length;
      const wait = await guess(email, `wrong password ${n}`, isolate);
      expect(isolate.hashed.length - before).toBe(wait === null ? 1 : 0);
      if (wait !== null) waits.push(wait);
    }
    const hashed = isolates.reduce((sum, isolate) => sum + isolate.hashed.length, 0);
    expect(hashed).toBeLessThan(25);
    expect(waits.length).toBe(1_000 - hashed);
    expect(Math.max(...waits)).toBeGreaterThan(250);
    expect(Math.max(...waits)).toBeLessThanOrEqual(CREDENTIAL_ATTEMPTS.maxMs / 1_000);

    const [, , other] = isolates;
    const wait = await guess(email, "wrong again", other);
    now += (wait ?? 0) * 1_000;
    expect(await checkPassword({ email, password: PASSWORD, device: null }, other.deps)).toMatch(
      /./,
    );
    // The counter is reset: ten free tries.
    for (let n = 0; n < CREDENTIAL_ATTEMPTS.free; n++) {
      expect(await guess(email, "wrong", other)).toBeNull();
    }
  },
  LONG_MS,
);

// spec: identity.no-oracle
test("an unknown address costs the same work as a wrong password: statements, hashes, parameters", async () => {
  const email = newEmail();
  await signUp(site, email);
  const work = async (address: string) => {
    const isolate = instance({ now: Date.now });
    expect(await guess(address, "not the right password", isolate)).toBeNull();
    return { statements: isolate.statements, hashes: isolate.hashed.length };
  };
  const known = await work(email);
  expect(known.hashes).toBe(1);
  expect(known.statements.length).toBeGreaterThan(0);
  expect(await work(newEmail())).toEqual(known);
});
