import { join } from "node:path";
import { ROOT } from "./paths";

/** A Worker that can be built from this tree. Its pages and scripts are those of the deployed one. */
export interface BuildTarget {
  /** The module that the platform loads, from the project's root. */
  entry: string;
  /** Pages, assets and server code. Absolute. */
  buildDir: string;
  /** The Worker's module and the options to run it locally. Absolute. */
  workerDir: string;
  /** Sources beside those of every build; folders or files, from the root. */
  sources: readonly string[];
}

/** The deployed Worker. */
export const SHIPPED: BuildTarget = {
  entry: "workers/app.ts",
  buildDir: join(ROOT, "build"),
  workerDir: join(ROOT, "dist-worker"),
  sources: [],
};

/** The environment variables that name the target to `vite.config.ts` and `build-worker.ts`. */
export function variablesOf({ entry, buildDir, workerDir }: BuildTarget): NodeJS.ProcessEnv {
  return { WORKER_ENTRY: entry, BUILD_DIR: buildDir, WORKER_DIR: workerDir };
}
