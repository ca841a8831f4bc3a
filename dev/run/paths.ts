// Finds the checkout: commands run compiled, from another folder than their sources.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** The checkout: compiled commands lie elsewhere in it than their sources. */
export const ROOT = findRoot(import.meta.dirname);
/** For `node --import`: lets a child process run TypeScript. */
export const TSX = pathToFileURL(join(ROOT, "node_modules/tsx/dist/loader.mjs")).href;

function findRoot(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : findRoot(dirname(folder));
}
