import bs58 from "bs58";

export const SYSTEM_PROGRAM = "11111111111111111111111111111111";
export const COMPUTE_BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111";

/** Bytes of an address or a blockhash. The caller has checked it; anything else is a bug. */
export function decodePublicKey(text: string): Uint8Array {
  const bytes = bs58.decode(text);
  if (bytes.length !== 32) throw new RangeError("Not a 32 byte key");
  return bytes;
}

/** Base58 text of some bytes. */
export function base58(bytes: Uint8Array): string {
  return bs58.encode(bytes);
}
