/** See `compile-command.mjs`, which runs before anything can compile it. */
export function compileCommand(root: string, entry: string, installed: string): Promise<string>;
