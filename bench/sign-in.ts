import type { BenchRow } from "../dev/bench";
import { startInProcessApp } from "../tests/support/app-here";
import { signUp } from "../tests/support/sign-in";
import { DEFAULT_SCRYPT_N } from "../workers/scrypt-hasher";
import { rankTest } from "./support/rank-test";

/** Attempts of each kind, alternating. */
const ATTEMPTS = 200;
/** Below the ten failures after which an account is throttled. */
const ATTEMPTS_PER_ACCOUNT = 8;
const DECILES = [10, 25, 50, 75, 90, 99];

/**
 * Response time for an unknown address compared with that for a wrong password. A difference would
 * reveal which addresses have an account. The last row is the p-value of the difference
 * (Mann-Whitney).
 */
export default async function signIn(): Promise<BenchRow[]> {
  const app = await startInProcessApp({ env: { SCRYPT_N: String(DEFAULT_SCRYPT_N) } });
  try {
    const accounts = Array.from({ length: ATTEMPTS / ATTEMPTS_PER_ACCOUNT }, newEmail);
    for (const email of accounts) await signUp({ origin: app.url, fetch }, email);
    const wrong: number[] = [];
    const unknown: number[] = [];
    for (let n = -10; n < ATTEMPTS; n++) {
      const known = accounts[Math.max(0, n) % accounts.length] ?? "";
      const kinds: [string, number[]][] = [
        [n < 0 ? newEmail() : known, wrong],
        [newEmail(), unknown],
      ];
      // The order within a pair alternates, so that load on the machine affects both kinds alike.
      if (n % 2 === 0) kinds.reverse();
      for (const [email, times] of kinds) {
        const ms = await measureRefusalMs(app.url, email);
        if (n >= 0) times.push(ms);
      }
    }
    return rows(wrong, unknown);
  } finally {
    await app.stop();
  }
}

function rows(wrong: number[], unknown: number[]): BenchRow[] {
  const at = (times: number[], percent: number) =>
    round([...times].sort((a, b) => a - b)[Math.floor((times.length * percent) / 100)] ?? 0);
  const spread = DECILES.map((percent) => ({
    what: `${percent} % of the answers come within (ms)`,
    "wrong password": at(wrong, percent),
    "unknown address": at(unknown, percent),
  }));
  const { p, larger } = rankTest(wrong, unknown);
  return [
    ...spread,
    {
      what: "chance that the first is the slower one",
      "wrong password": round(larger * 100) / 100,
    },
    { what: "p of this difference", "wrong password": thousandths(p) },
  ];
}

async function measureRefusalMs(url: string, email: string): Promise<number> {
  const from = performance.now();
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url },
    body: new URLSearchParams({ intent: "sign-in", email, password: "not the right password" }),
  });
  await answer.text();
  if (answer.status !== 422) throw new Error(`unexpected status: ${answer.status}`);
  return performance.now() - from;
}

const newEmail = () => `${crypto.randomUUID()}@example.com`;
const thousandths = (share: number) => Math.round(share * 1_000) / 1_000;
const round = (ms: number) => Math.round(ms * 10) / 10;
