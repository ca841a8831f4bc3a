/**
 * Vitest projects by run of `npm test`. The two runs are at the same time: vitest runs one project
 * after the other, and a core would be idle while the first of these wait for slots, polls and
 * processes. The second ones mostly compute. In each, the projects with the longest files come first,
 * so that none of those files is left alone at the end.
 */
export const TEST_RUNS = [
  ["process", "fault", "access", "chain"],
  ["browser", "worker", "unit"],
] as const;

/**
 * Projects whose failed files are run once more: their tests wait for other processes. Those of the
 * others compute, partly on random input, and another try would hide an input that fails.
 */
export const REPEATED_PROJECTS: readonly string[] = ["process", "fault", "access", "browser"];
