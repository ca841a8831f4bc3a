import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BuildTarget, SHIPPED, variablesOf } from "./build-target";
import { StartFailure } from "./failure";
import { ROOT, TSX } from "./paths";
import { isAlive, markOf, type ProcessMark } from "./processes";
import { sourceHash } from "./source-hash";

const LOCK = join(ROOT, ".cache", "building.json");

export interface BuildOptions {
  /** Lets a running app keep the assets that it serves. */
  keepAssets?: boolean;
  /** What to build; the Worker that is deployed, unless said otherwise. */
  target?: BuildTarget;
}

/**
 * Builds pages, assets and Worker unless the sources are those of the last build. Two commands at
 * once build once.
 *
 * @returns whether anything was built
 * @throws StartFailure with the compiler's words
 */
export async function buildIfChanged(options: BuildOptions = {}): Promise<boolean> {
  const target = options.target ?? SHIPPED;
  if (isBuilt(target, hashOf(target))) return false;
  return alone(async () => {
    const hash = hashOf(target);
    if (isBuilt(target, hash)) return false;
    rmSync(stampOf(target), { force: true });
    const remix = join(ROOT, "node_modules/@remix-run/dev/dist/cli.js");
    const variables = variablesOf(target);
    await run([remix, "vite:build", "--logLevel", "warn"], {
      ...variables,
      NODE_ENV: "production",
      KEEP_BUILD: options.keepAssets ? "1" : "",
    });
    await run(["--import", TSX, join(ROOT, "dev/run/build-worker.ts")], variables);
    writeFileSync(stampOf(target), hash);
    return true;
  });
}

function hashOf({ sources }: BuildTarget): string {
  return sourceHash(ROOT, sources);
}

function stampOf({ workerDir }: BuildTarget): string {
  return join(workerDir, "built-from");
}

function isBuilt(target: BuildTarget, hash: string): boolean {
  const stamp = stampOf(target);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
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
