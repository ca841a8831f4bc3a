/** True under `npm run test:long`: whole products instead of pairs, and many more random cases. */
export const LONG_RUN = process.env.TEST_LONG === "1";

/** Random histories of orders; `FUZZ_RUNS=1000000` runs a million. */
export const HISTORIES = Number(process.env.FUZZ_RUNS ?? (LONG_RUN ? 100_000 : 5_000));
