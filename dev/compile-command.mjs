// Compiles a TypeScript command to JavaScript, kept in .cache/commands until a source changes. To
// compile it at every start, module by module, takes over a second of processor time.
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";

/** Commands that a person or a test starts often. */
export const COMPILED = [
  "after-restore",
  "backup",
  "build",
  "chain/main",
  "check-ledger",
  "inbox",
  "reindex",
  "replay",
  "restore",
  "rotate",
  "seed",
  "simulate",
  "start",
];
/** Packages that are slow to load as they are: hundreds of small CommonJS files. */
const BUNDLED_PACKAGES = ["@solana/web3.js"];
/** Gives bundled CommonJS modules the `require` that they load Node's own modules with. */
const REQUIRE = `import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);`;

/**
 * @param {string} root absolute path of the checkout
 * @param {string} entry path of the TypeScript file, below the root
 * @param {string} installed what changes with the installed packages
 * @returns {Promise<string>} absolute path of the compiled module
 */
export async function compileCommand(root, entry, installed) {
  const folder = join(root, ".cache/commands", dirname(entry));
  const compiled = join(folder, basename(entry).replace(/\.ts$/, ".mjs"));
  const record = `${compiled}.json`;
  // In an image: nothing changes there, and times of files are not those of the build.
  const isFinal = process.env.COMPTOIR_IS_BUILT === "1" && existsSync(compiled);
  if (isFinal || isCurrent(root, record, installed)) return compiled;
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    // What is imported on demand stays in modules of its own.
    splitting: true,
    write: false,
    metafile: true,
    platform: "node",
    target: "node20",
    format: "esm",
    banner: { js: REQUIRE },
    plugins: [{ name: "packages", setup: keepPackages }],
  });
  const sources = Object.keys(metafile.inputs).filter((path) => !path.includes("node_modules/"));
  // The entry last: it names the others.
  const isEntry = ({ path }) => path === compiled;
  for (const { path, contents } of outputFiles.sort((a, b) => isEntry(a) - isEntry(b))) {
    mkdirSync(dirname(path), { recursive: true });
    writeWhole(path, contents);
  }
  const marks = Object.fromEntries(sources.map((path) => [path, markOf(join(root, path))]));
  writeWhole(record, JSON.stringify({ installed, marks }));
  return compiled;
}

/** Leaves packages where they are, but for `BUNDLED_PACKAGES` and what those import. */
function keepPackages({ onResolve }) {
  onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
    if (kind === "entry-point" || isAbsolute(path) || importer.includes("node_modules"))
      return null;
    return BUNDLED_PACKAGES.includes(path) ? null : { path, external: true };
  });
}

function isCurrent(root, record, installed) {
  if (!existsSync(record)) return false;
  const made = JSON.parse(readFileSync(record, "utf8"));
  return (
    made.installed === installed &&
    Object.entries(made.marks).every(([path, mark]) => markOf(join(root, path)) === mark)
  );
}

/** Changes when the file is written; null where there is none. */
function markOf(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.mtimeMs} ${stat.size}` : null;
}

/** Other processes may do the same: none of them may read half a file. */
function writeWhole(path, content) {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, content);
  renameSync(temporary, path);
}
