import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartFailure } from "./failure";
import { ROOT, TSX, WORKER_DIR } from "./paths";
import { isAlive, markOf, type ProcessMark } from "./processes";
import { sourceHash } from "./source-hash";

const STAMP = join(WORKER_DIR, "built-from");
const LOCK = join(ROOT, ".cache", "building.json");

/** Lets a running app keep the assets that it serves. */
export interface BuildOptions {
  keepAssets?: boolean;
}

/**
 * Builds pages, assets and Worker unless the sources are those of the last build. Two commands at
 * once build once.
 *
 * @returns whether anything was built
 * @throws StartFailure with the compiler's words
 */
export async function buildIfChanged(options: BuildOptions = {}): Promise<boolean> {
  if (isBuilt(sourceHash(ROOT))) return false;
  return alone(async () => {
    const hash = sourceHash(ROOT);
    if (isBuilt(hash)) return false;
    rmSync(STAMP, { force: true });
    const remix = join(ROOT, "node_modules/@remix-run/dev/dist/cli.js");
    await run([remix, "vite:build", "--logLevel", "warn"], {
      NODE_ENV: "production",
      KEEP_BUILD: options.keepAssets ? "1" : "",
    });
    await run(["--import", TSX, join(ROOT, "dev/run/build-worker.ts")]);
    writeFileSync(STAMP, hash);
    return true;
  });
}

function isBuilt(hash: string): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === hash;
}

async function run(args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
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

/** One build at a time in this folder; a lock whose holder died is taken over. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  while (!tryLock()) await sleep(100);
  try {
    return await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

function tryLock(): boolean {
  try {
    writeFileSync(LOCK, JSON.stringify(markOf(process.pid)), { flag: "wx" });
    return true;
  } catch {
    if (!holderLives()) rmSync(LOCK, { force: true });
    return false;
  }
}

function holderLives(): boolean {
  try {
    const mark = JSON.parse(readFileSync(LOCK, "utf8")) as ProcessMark | null;
    return mark !== null && isAlive(mark);
  } catch (error) {
    // Written at this very moment: not there yet, or not whole.
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}
