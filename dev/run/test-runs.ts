import { availableParallelism } from "node:os";

interface TestRun {
  /** Vitest projects, one after the other. */
  projects: readonly string[];
  /** Test files at the same time. */
  maxWorkers: number;
}

const CORES = availableParallelism();

/**
 * The runs of vitest in `npm test`, all at the same time: vitest runs one project after the other, and
 * a core would be idle while the first of these wait for slots, polls and processes. In each, the
 * projects with the longest files come first, so that none of those files is left alone at the end.
 *
 * A process with its browser, or a runtime of the Worker tests, costs several seconds of processor time
 * before its first test. Those of the first run wait for most of their time.
 */
export const TEST_RUNS: readonly TestRun[] = [
  { projects: ["process", "fault", "access", "chain"], maxWorkers: CORES + 1 },
  { projects: ["browser", "unit"], maxWorkers: CORES },
  { projects: ["worker"], maxWorkers: Math.ceil(CORES / 2) },
];

/**
 * Projects whose failed files are run once more: their tests wait for other processes. Those of the
 * others compute, partly on random input, and another try would hide an input that fails.
 */
export const REPEATED_PROJECTS: readonly string[] = ["process", "fault", "access", "browser"];
