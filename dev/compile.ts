/** `node dev/bootstrap.mjs compile`: compiles all commands, for an image in which nothing can be written. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { COMPILED, compileCommand } from "./compile-command.mjs";
import { ROOT } from "./run/paths";

const installed = readFileSync(join(ROOT, "node_modules/.installed-lock"), "utf8");
for (const command of COMPILED) await compileCommand(ROOT, `dev/${command}.ts`, installed);
