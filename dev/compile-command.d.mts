/** Commands that are compiled once, by their paths below `dev`. */
export const COMPILED: readonly string[];
/** See `compile-command.mjs`, which runs before anything can compile it. */
export function compileCommand(root: string, entry: string, installed: string): Promise<string>;
