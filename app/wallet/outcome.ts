/** What came of asking a wallet. */
export type Outcome<T> =
  | { ok: true; value: T }
  /** `rejected`: the person said no. `unsupported`: the wallet can't do it. `failed`: anything else. */
  | { ok: false; reason: "rejected" | "unsupported" | "failed" };

/** EIP-1193's code for a person who said no; Solana wallets took it over. */
const USER_REJECTED = 4001;

/** Runs a wallet's own code, which may throw anything. */
export async function attempt<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, reason: saidNo(error) ? "rejected" : "failed" };
  }
}

/** Wallets have no common error for a refusal: most give the code, the others only words. */
function saidNo(error: unknown): boolean {
  const { code, name = "", message = "" } = (error ?? {}) as Record<string, unknown>;
  if (code === USER_REJECTED) return true;
  return /reject|denied|declin|cancel/i.test(`${name} ${message}`);
}
