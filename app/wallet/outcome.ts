/** The result of a call to a wallet. */
export type WalletResult<T> =
  | { ok: true; value: T }
  /** `rejected`: by the user. `unsupported`: the wallet lacks the method. `failed`: any other error. */
  | { ok: false; reason: "rejected" | "unsupported" | "failed" };

/** Error codes of EIP-1193, which Solana wallets also use, and of JSON-RPC. */
const USER_REJECTED_CODE = 4001;
/** For example a hardware wallet that can't sign messages. */
const UNSUPPORTED_METHOD_CODE = 4200;
const METHOD_NOT_FOUND_CODE = -32601;

/** Runs a call to a wallet and converts what it throws. */
export async function callWallet<T>(call: () => Promise<T>): Promise<WalletResult<T>> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

/** Most wallets give an error code; for the others the error text is matched. */
function reasonOf(error: unknown): "rejected" | "unsupported" | "failed" {
  const { code, name = "", message = "" } = (error ?? {}) as Record<string, unknown>;
  const text = `${name} ${message}`;
  if (code === USER_REJECTED_CODE) return "rejected";
  if (code === UNSUPPORTED_METHOD_CODE || code === METHOD_NOT_FOUND_CODE) return "unsupported";
  if (/reject|denied|declin|cancel/i.test(text)) return "rejected";
  return /not support|unsupported|not implemented/i.test(text) ? "unsupported" : "failed";
}
