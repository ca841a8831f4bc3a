// Writes `dist`, which is published: two modules with what they share, and type declarations.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

process.chdir(import.meta.dirname);
rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: ["index.ts", "main.ts"],
  outdir: "dist",
  bundle: true,
  splitting: true,
  packages: "external",
  platform: "node",
  target: "node20",
  format: "esm",
});

const compiler = join(fileURLToPath(import.meta.resolve("typescript/package.json")), "../bin/tsc");
const options =
  "--ignoreConfig --strict --skipLibCheck --declaration --emitDeclarationOnly --outDir dist --rootDir . --target es2022 --lib es2023 --module esnext --moduleResolution bundler --types node";
execFileSync(process.execPath, [compiler, "index.ts", ...options.split(" ")], { stdio: "inherit" });
// The sources name modules without an extension, which Node's own resolution does not find.
for (const name of readdirSync("dist", { recursive: true })) {
  if (!name.endsWith(".d.ts")) continue;
  const path = join("dist", name);
  writeFileSync(path, readFileSync(path, "utf8").replace(/(from "\.[^"]+)(?=";)/g, "$1.js"));
}
