/** What came of asking a wallet. */
export type WalletResult<T> =
  | { ok: true; value: T }
  /** `rejected`: the person said no. `unsupported`: the wallet can't do it. `failed`: anything else. */
  | { ok: false; reason: "rejected" | "unsupported" | "failed" };

/** EIP-1193's code for a person who said no; Solana wallets took it over. */
const USER_REJECTED = 4001;
/** Its code for a method that the account can't do: a hardware wallet that signs no message. */
const UNSUPPORTED = 4200;
/** JSON-RPC's. */
const METHOD_NOT_FOUND = -32601;

/** Runs a wallet's own code, which may throw anything. */
export async function attempt<T>(work: () => Promise<T>): Promise<WalletResult<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

/** Wallets have no common errors: most give a code, the others only words. */
function reasonOf(error: unknown): "rejected" | "unsupported" | "failed" {
  const { code, name = "", message = "" } = (error ?? {}) as Record<string, unknown>;
  const text = `${name} ${message}`;
  if (code === USER_REJECTED) return "rejected";
  if (code === UNSUPPORTED || code === METHOD_NOT_FOUND) return "unsupported";
  if (/reject|denied|declin|cancel/i.test(text)) return "rejected";
  return /not support|unsupported|not implemented/i.test(text) ? "unsupported" : "failed";
}
