// Builds pages, assets and Worker, only when their sources changed: a start without a build takes a second.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartFailure } from "./failure";
import { ROOT, TSX } from "./paths";
import { isAlive, markOf, type ProcessMark } from "./processes";
import { writeThirdPartyNotices } from "./third-party-notices";

const LOCK = join(ROOT, ".cache", "building.json");
const LOCK_POLL_MS = 100;

export interface BuildOptions {
  /** Keeps the assets of earlier builds, for an app that serves them. */
  keepAssets?: boolean;
  /** Builds again where the last build kept assets of those before it: what is deployed has its own only. */
  isClean?: boolean;
  /** Default: the deployed Worker. */
  target?: BuildTarget;
}

/**
 * Builds pages, assets and Worker unless the sources are those of the last build. Of two commands at
 * the same time one builds, and the other waits.
 *
 * @returns whether anything was built
 * @throws StartFailure with the compiler's output
 */
export async function buildIfChanged(options: BuildOptions = {}): Promise<boolean> {
  const target = options.target ?? SHIPPED;
  const isWanted = (hash: string) =>
    isBuilt(target, hash) || (!options.isClean && isBuilt(target, `${hash}${KEPT}`));
  if (isWanted(hashOf(target))) return false;
  if (target !== SHIPPED) await buildIfChanged();
  return withBuildLock(async () => {
    const hash = hashOf(target);
    if (isWanted(hash)) return false;
    rmSync(stampOf(target), { force: true });
    const variables = variablesOf(target);
    const keepBuild = options.keepAssets || target !== SHIPPED ? "1" : "";
    if (target !== SHIPPED) copyClient(target);
    // Remix moves the manifests there, and fails where those of a build that is kept are.
    else rmSync(join(target.buildDir, ".vite"), { recursive: true, force: true });
    await runBuildStep([...pageBuild(target), "--logLevel", "warn"], {
      ...variables,
      NODE_ENV: "production",
      KEEP_BUILD: keepBuild,
    });
    if (target === SHIPPED) writeThirdPartyNotices(target.buildDir);
    await runBuildStep(["--import", TSX, join(ROOT, "dev/run/build-worker.ts")], variables);
    writeFileSync(stampOf(target), options.keepAssets ? `${hash}${KEPT}` : hash);
    return true;
  });
}

/** The deployed Worker: browser and server code. Another: server code, with a browser build there. */
function pageBuild(target: BuildTarget): string[] {
  return target === SHIPPED
    ? [join(ROOT, "node_modules/@remix-run/dev/dist/cli.js"), "vite:build"]
    : [join(ROOT, "node_modules/vite/bin/vite.js"), "build", "--ssr"];
}

/** Copies the deployed browser build with its manifest, which a server build reads. */
function copyClient({ buildDir }: BuildTarget): void {
  const client = join(buildDir, "client");
  rmSync(buildDir, { recursive: true, force: true });
  cpSync(join(SHIPPED.buildDir, "client"), client, { recursive: true });
  cpSync(join(SHIPPED.buildDir, ".vite/client-manifest.json"), join(client, ".vite/manifest.json"));
}

function hashOf({ sources }: BuildTarget): string {
  return sourceHash(ROOT, sources);
}

/** In the stamp of a build whose folder has assets of earlier ones. */
const KEPT = " with assets of earlier builds";

function stampOf({ workerDir }: BuildTarget): string {
  return join(workerDir, "built-from");
}

function isBuilt(target: BuildTarget, hash: string): boolean {
  const stamp = stampOf(target);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
}

/**
 * Runs one step of a build with Node.
 *
 * @throws StartFailure with its output
 */
export async function runBuildStep(
  args: string[],
  env: NodeJS.ProcessEnv,
  cwd = ROOT,
): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  }
  const end = () => child.kill();
  process.once("exit", end);
  const [code] = await once(child, "close");
  process.removeListener("exit", end);
  if (code !== 0) throw new StartFailure(`The build failed:\n${output.trim()}`);
}

/** Runs one build at a time in this checkout; the lock of a process that has ended is removed. */
async function withBuildLock<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  while (!tryLock()) await sleep(LOCK_POLL_MS);
  try {
    return await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** @throws what the disk says, where it is not that another process has the lock */
function tryLock(): boolean {
  try {
    writeFileSync(LOCK, JSON.stringify(markOf(process.pid)), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      // On a full disk the file is there, and empty.
      rmSync(LOCK, { force: true });
      throw error;
    }
    if (!isHolderAlive()) rmSync(LOCK, { force: true });
    return false;
  }
}

/** A lock is written in one call: one that stays incomplete is that of a process that was killed. */
const INCOMPLETE_LOCK_MS = 5_000;

function isHolderAlive(): boolean {
  try {
    const mark = JSON.parse(readFileSync(LOCK, "utf8")) as ProcessMark | null;
    return mark !== null && isAlive(mark);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    const stat = statSync(LOCK, { throwIfNoEntry: false });
    return stat !== undefined && Date.now() - stat.mtimeMs < INCOMPLETE_LOCK_MS;
  }
}

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

/** The sources of the built Worker and its assets. */
export const BUILD_SOURCES = [
  "app",
  "db",
  "workers",
  "locales",
  "migrations/meta/_journal.json",
  "public",
  "dev/run/build-worker.ts",
  "dev/run/licences",
  "dev/run/third-party-notices.ts",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "wrangler.toml",
];

/** SHA-256 over names and contents of the sources, and `more` of them, under `root`. */
export function sourceHash(root: string, more: readonly string[] = []): string {
  const hash = createHash("sha256");
  for (const path of [...BUILD_SOURCES, ...more].flatMap((source) => filesUnder(root, source))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesUnder(root: string, path: string): string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(root, join(path, name)));
}
