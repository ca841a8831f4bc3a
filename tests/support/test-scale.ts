/** True under `npm run test:long`: every combination instead of pairs. */
export const LONG_RUN = process.env.TEST_LONG === "1";

/**
 * Every pair of two lists under `npm run test:long`. Otherwise one pair for each member of the first
 * list, shifted by `offset`, so that calls with consecutive offsets cover every pair.
 */
export function pairs<A, B>(first: readonly A[], second: readonly B[], offset: number): [A, B][] {
  if (LONG_RUN) return first.flatMap((a) => second.map((b): [A, B] => [a, b]));
  return first.map((a, index) => [a, second[(index + offset) % second.length] as B]);
}

/**
 * Every member of a list of settings under `npm run test:long`. Otherwise one, so that a state is shown
 * once; tests beside each other choose different positions, so that each pair of values occurs.
 */
export function dealt<T>(settings: readonly T[], position: number): T[] {
  const at = position % settings.length;
  return LONG_RUN ? [...settings] : settings.slice(at, at + 1);
}

/** `SCRYPT_N` of the apps under test: a hash takes less than 1 ms of processor time, not 190. */
export const TEST_SCRYPT_N = "64";
