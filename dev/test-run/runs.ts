// Which runs of vitest `npm test` makes: one after the other, cores would be idle.
import { availableParallelism } from "node:os";

interface TestRun {
  /** The vitest project, of `vitest.config.ts`. */
  project: string;
  /** Test files at the same time. */
  maxWorkers: number;
  /** Starts during the build: its first files need none, and others wait for it. */
  startsBeforeBuild?: boolean;
}

const CORES = availableParallelism();

/**
 * Folders of tests that run in Node, without a browser. They are one project, whose processes run the
 * files of all of them: a process costs several seconds of processor time before its first test.
 */
export const NODE_FOLDERS: readonly string[] = [
  // The local chain.
  "chain",
  // The product in virtual time, under people and faults that seeds draw.
  "simulator",
  // Rules, use cases and scripts, without a running app; the structure of the code and its documents.
  "unit",
  // Whole processes: started, killed, started again.
  "process",
  // Payments on the built Worker and a real SVM, with faults between them.
  "fault",
  // Who may do what, asked of the built Worker over HTTP.
  "access",
];

/**
 * First the folders that need no build, then those with the longest files, so that none of those is
 * left alone at the end.
 */
export const FOLDER_ORDER: readonly string[] = [...NODE_FOLDERS, "browser", "worker"];

/**
 * The runs of vitest in `npm test`, all at the same time: vitest runs one project after the other, and
 * a core would be idle while tests wait for slots, polls and processes, as those of the first run do
 * for most of their time.
 */
export const TEST_RUNS: readonly TestRun[] = [
  { project: "node", maxWorkers: CORES + 1, startsBeforeBuild: true },
  { project: "browser", maxWorkers: CORES },
  { project: "worker", maxWorkers: Math.ceil(CORES / 2) },
];

/**
 * Folders whose failed files are run once more: their tests wait for other processes. Those of the
 * others compute, partly on random input, and another try would hide an input that fails.
 */
export const REPEATED_FOLDERS: readonly string[] = ["process", "fault", "access", "browser"];
