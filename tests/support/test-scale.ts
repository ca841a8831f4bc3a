/** True under `npm run test:long`: whole products instead of pairs, and many more random cases. */
export const LONG_RUN = process.env.TEST_LONG === "1";

/** Random histories of orders; `FUZZ_RUNS=1000000` runs a million. */
export const HISTORY_COUNT = Number(process.env.FUZZ_RUNS ?? (LONG_RUN ? 100_000 : 5_000));

/**
 * Every pair of two lists under `npm run test:long`. Else one pair for each member of the first
 * list, another one at each `turn`: who looks at several things, one turn each, sees every pair.
 */
export function pairs<A, B>(first: readonly A[], second: readonly B[], turn: number): [A, B][] {
  if (LONG_RUN) return first.flatMap((a) => second.map((b): [A, B] => [a, b]));
  return first.map((a, index) => [a, second[(index + turn) % second.length] as B]);
}
