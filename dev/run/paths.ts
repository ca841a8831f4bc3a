import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

export const ROOT = resolve(import.meta.dirname, "../..");
/** For `node --import`: lets a child process run TypeScript. */
export const TSX = pathToFileURL(join(ROOT, "node_modules/tsx/dist/loader.mjs")).href;
