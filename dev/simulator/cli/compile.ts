import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { extname, isAbsolute, join } from "node:path";
import type { Loader, Plugin } from "esbuild";
import { ROOT } from "../../run/paths";
import type { Edit, Mutant } from "../mutants/mutant";
import { libraryEdits } from "./library-edits";

const FOLDER = join(ROOT, ".cache/simulator");
const ENTRY = "dev/simulator/cli/child.ts";
const WORKERS_MODULE = "cloudflare:workers";
const STAND_IN = join(ROOT, "dev/simulator/stand-ins/cloudflare-workers.ts");
/** Packages that are slow to load as they are (hundreds of small CommonJS files), or that are edited. */
const BUNDLED_PACKAGES = ["@solana/web3.js", "drizzle-orm"];
/** Gives bundled CommonJS modules the `require` that they load Node's own modules with. */
const REQUIRE = `import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);`;
/** Compiled simulators that nothing has used for so long are removed. */
const MAX_UNUSED_MS = 24 * 60 * 60 * 1_000;

/**
 * Compiles the simulator with the product into one module, named by its content, so that commands beside
 * each other never see half of one.
 *
 * @param mutant the planted fault, if any
 * @returns absolute path of the module
 * @throws Error where a text of the mutant does not stand exactly once in its file
 */
export async function compileSimulator(mutant: Mutant | null = null): Promise<string> {
  const edits = mutant?.edits ?? [];
  const schemaEdits = edits.filter(({ file }) => file.endsWith(".sql"));
  const unused = new Set([...libraryEdits, ...edits.filter((edit) => !schemaEdits.includes(edit))]);
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [ENTRY],
    outfile: join(FOLDER, "run.mjs"),
    bundle: true,
    write: false,
    platform: "node",
    target: "node20",
    format: "esm",
    banner: { js: REQUIRE },
    logLevel: "silent",
    plugins: [packagesPlugin(), editsPlugin(unused)],
  });
  if (unused.size > 0) {
    const files = [...unused].map(({ file }) => file).join(", ");
    throw new Error(`${mutant?.name ?? "no mutant"}: the simulator does not load ${files}`);
  }
  const code = outputFiles?.[0]?.contents ?? new Uint8Array();
  return store(code, schemaEdits);
}

/** The text with the edit; its place must be unmistakable. */
export function edited(content: string, { file, text, replacement }: Edit): string {
  const parts = content.split(text);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${text}`);
  return parts.join(replacement);
}

/** Writes the module with the migrations beside it, where `child.ts` reads them. */
function store(code: Uint8Array, schemaEdits: readonly Edit[]): string {
  const files = new Map<string, Uint8Array | string>([["run.mjs", code]]);
  for (const name of readdirSync(join(ROOT, "migrations")).filter((one) => one.endsWith(".sql"))) {
    const file = `migrations/${name}`;
    const edits = schemaEdits.filter((edit) => edit.file === file);
    files.set(file, edits.reduce(edited, readFileSync(join(ROOT, file), "utf8")));
  }
  const hash = createHash("sha256");
  for (const [name, content] of files) hash.update(`${name}\0`).update(content).update("\0");
  const folder = join(FOLDER, hash.digest("hex").slice(0, 24));
  removeUnused();
  if (existsSync(folder)) utimesSync(folder, new Date(), new Date());
  else writeFolder(folder, files);
  return join(folder, "run.mjs");
}

function writeFolder(folder: string, files: ReadonlyMap<string, Uint8Array | string>): void {
  const temporary = `${folder}.${process.pid}`;
  mkdirSync(join(temporary, "migrations"), { recursive: true });
  for (const [name, content] of files) writeFileSync(join(temporary, name), content);
  try {
    renameSync(temporary, folder);
  } catch {
    // Another command was first.
    rmSync(temporary, { recursive: true });
  }
}

function removeUnused(): void {
  if (!existsSync(FOLDER)) return;
  for (const name of readdirSync(FOLDER)) {
    const path = join(FOLDER, name);
    const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (used !== undefined && Date.now() - used > MAX_UNUSED_MS)
      rmSync(path, { recursive: true, force: true });
  }
}

/** Leaves packages where they are, but for `BUNDLED_PACKAGES` and what those import. */
function packagesPlugin(): Plugin {
  return {
    name: "packages",
    setup({ onResolve }) {
      onResolve({ filter: /^[^./~]/ }, ({ path, importer, kind }) => {
        if (path === WORKERS_MODULE) return { path: STAND_IN };
        if (kind === "entry-point" || isAbsolute(path) || importer.includes("node_modules"))
          return null;
        const isBundled = BUNDLED_PACKAGES.some((name) => `${path}/`.startsWith(`${name}/`));
        return isBundled ? null : { path, external: true };
      });
    },
  };
}

/** Replaces texts while their files are loaded, and takes what it has replaced out of `edits`. */
function editsPlugin(edits: Set<Edit>): Plugin {
  const files = new Set([...edits].map(({ file }) => join(ROOT, file)));
  return {
    name: "edits",
    setup({ onLoad }) {
      onLoad({ filter: /\.[jt]sx?$/ }, ({ path }) => {
        if (!files.has(path)) return null;
        const own = [...edits].filter(({ file }) => join(ROOT, file) === path);
        for (const edit of own) edits.delete(edit);
        const contents = own.reduce(edited, readFileSync(path, "utf8"));
        return { contents, loader: extname(path).slice(1) as Loader };
      });
    },
  };
}
