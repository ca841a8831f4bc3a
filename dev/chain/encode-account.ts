import bs58 from "bs58";
import { MAX_U64_MARK } from "./json";
import type { AccountState } from "./types";

export type AccountEncoding = "base58" | "base64" | "jsonParsed";

export interface DataSlice {
  readonly offset: number;
  readonly length: number;
}

/** Longest data that a node shows in base58, in bytes. */
export const MAX_BASE58_BYTES = 128;

/** An account in the JSON form of Solana's RPC. */
export function encodeAccount(account: AccountState, encoding: AccountEncoding, slice?: DataSlice) {
  const data = slice
    ? account.data.subarray(slice.offset, slice.offset + slice.length)
    : account.data;
  return {
    lamports: Number(account.lamports),
    owner: bs58.encode(account.owner),
    data: encodeData(data, encoding),
    executable: account.executable,
    rentEpoch: MAX_U64_MARK,
    space: account.data.length,
  };
}

function encodeData(data: Uint8Array, encoding: AccountEncoding): [string, string] {
  if (encoding === "base58") {
    if (data.length <= MAX_BASE58_BYTES) return [bs58.encode(data), "base58"];
    return ["error: data too large for bs58 encoding", "base58"];
  }
  return [Buffer.from(data).toString("base64"), "base64"];
}
