import { MAX_U64_MARK } from "./encode-account";

const MARK = JSON.stringify(MAX_U64_MARK);
const MAX_U64 = "18446744073709551615";

/** Writes an answer, with 2^64 - 1 in full where its mark stands. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes(MARK) ? text.replaceAll(MARK, MAX_U64) : text;
}
