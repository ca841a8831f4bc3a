/**
 * Stands for 2^64 - 1, which no JavaScript number holds; `writeJson` puts the digits. Real nodes
 * give this as the rent epoch of every account.
 */
export const MAX_U64_MARK = "\u0000u64max";

const MARK = JSON.stringify(MAX_U64_MARK);
const MAX_U64 = "18446744073709551615";

/** Serializes an answer, with 2^64 - 1 in full where its mark stands. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes(MARK) ? text.replaceAll(MARK, MAX_U64) : text;
}

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
