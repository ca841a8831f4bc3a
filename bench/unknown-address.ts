import { randomBytes } from "node:crypto";
import type { BenchRow } from "../dev/bench";
import { startInProcessApp } from "../tests/support/app-here";
import { signUp } from "../tests/support/sign-in";
import { createScryptHasher, DEFAULT_SCRYPT_N } from "../workers/scrypt-hasher";

/** Measurements of each kind, alternating. */
const HASH_COUNT = 21;
const RECOVERY_COUNT = 100;
const WRONG_CODE = "0000-0000-0000-0000";

/**
 * Response time for an unknown address, compared with a wrong secret for a known one. A difference
 * would reveal which addresses have an account. `bench/sign-in.ts` measures the sign-in form.
 */
export default async function unknownAddress(): Promise<BenchRow[]> {
  return [await comparePasswordHash(), await compareRecovery()];
}

async function comparePasswordHash(): Promise<BenchRow> {
  const scryptHasher = createScryptHasher();
  const stored = await scryptHasher.hash("correct horse");
  return compare("password hash", HASH_COUNT, "0.6 to 1.7", {
    known: () => scryptHasher.verify("wrong", stored),
    unknown: () => scryptHasher.verify("wrong", null),
  });
}

async function compareRecovery(): Promise<BenchRow> {
  const app = await startInProcessApp({ env: { SCRYPT_N: String(DEFAULT_SCRYPT_N) } });
  try {
    // One address each: after a few wrong codes an account is throttled.
    const known = Array.from({ length: RECOVERY_COUNT + 1 }, newEmail);
    for (const email of known) await signUp({ origin: app.url, fetch }, email);
    return await compare("recovery by a wrong code", RECOVERY_COUNT, "0.75 to 1.33", {
      known: () => recover(app.url, known.pop() ?? ""),
      unknown: () => recover(app.url, newEmail()),
    });
  } finally {
    await app.stop();
  }
}

async function compare(
  what: string,
  times: number,
  allowed: string,
  { known, unknown }: { known(): Promise<unknown>; unknown(): Promise<unknown> },
): Promise<BenchRow> {
  const taken: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  await known();
  await unknown();
  for (let n = 0; n < times; n++) {
    taken.known.push(await measureMs(known));
    taken.unknown.push(await measureMs(unknown));
  }
  const baseline = median(taken.known);
  return {
    what,
    "wrong secret, median (ms)": round(baseline),
    "unknown address, median (ms)": round(median(taken.unknown)),
    ratio: round(median(taken.unknown) / baseline),
    "must stay within": allowed,
  };
}

async function recover(url: string, email: string): Promise<void> {
  const answer = await fetch(`${url}/login/recover`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url },
    body: new URLSearchParams({ email, code: WRONG_CODE, password: "another quiet counter" }),
  });
  await answer.text();
  if (answer.status !== 422) throw new Error(`unexpected status: ${answer.status}`);
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const newEmail = () => `${randomBytes(8).toString("hex")}@example.com`;
const round = (value: number) => Math.round(value * 100) / 100;
