import { keyHash, MAX_KEY_CHARS, MAX_POOL_KEYS, MIN_KEY_CHARS, normalKey } from "./licence";

/** Most bytes of a text of keys: `MAX_POOL_KEYS` of `MAX_KEY_CHARS`, of two bytes each, with line ends. */
export const MAX_POOL_BYTES = MAX_POOL_KEYS * (2 * MAX_KEY_CHARS + 2);
/** Faults that are named; the others are counted. */
export const MAX_NAMED_FAULTS = 20;

/** What is wrong with a line, which counts from 1. */
export type LineFault =
  | { line: number; fault: "empty" | "short" | "long" | "control" | "known" }
  | { line: number; fault: "repeated"; first: number };

export interface PoolKey {
  line: number;
  key: string;
  hash: string;
}

export interface PoolText {
  keys: PoolKey[];
  faults: LineFault[];
}

/** Reads one key a line. Line ends at the end of the text are no lines. */
export function readPoolText(productId: string, text: string): PoolText {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replace(/[\r\n]+$/, "")
    .split(/\r\n|\r|\n/);
  const keys: PoolKey[] = [];
  const faults: LineFault[] = [];
  const first = new Map<string, number>();
  if (lines.length === 1 && lines[0]?.trim() === "") return { keys, faults };
  for (const [index, typed] of lines.entries()) {
    const line = index + 1;
    const key = normalKey(typed);
    const hash = keyHash(productId, key);
    const known = first.get(hash);
    const fault = faultOf(key);
    if (fault) faults.push({ line, fault });
    else if (known !== undefined) faults.push({ line, fault: "repeated", first: known });
    else {
      first.set(hash, line);
      keys.push({ line, key, hash });
    }
  }
  return { keys, faults };
}

function faultOf(key: string): "empty" | "short" | "long" | "control" | null {
  if (key === "") return "empty";
  // A character that can't be typed or seen.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(key)) return "control";
  const { length } = [...key];
  if (length < MIN_KEY_CHARS) return "short";
  return length > MAX_KEY_CHARS ? "long" : null;
}
