import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

export const ROOT = resolve(import.meta.dirname, "../..");
/** What the build leaves: the Worker's module and the options to run it locally. */
export const WORKER_DIR = join(ROOT, "dist-worker");
/** For `node --import`: lets a child process run TypeScript. */
export const TSX = pathToFileURL(join(ROOT, "node_modules/tsx/dist/loader.mjs")).href;
