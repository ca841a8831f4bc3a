// Runs the built Worker on workerd as production does, its cron included: nothing else runs it alike.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Miniflare, MiniflareOptions, WorkerOptions } from "miniflare";
import { SHIPPED } from "./build";
import { databaseWorker } from "./local-database";
import { ROOT } from "./paths";
import { childrenOf, childrenWatch } from "./processes";

const require = createRequire(import.meta.url);

ignoreSpuriousWakeups();

export interface WorkerSettings {
  host: string;
  port: number;
  /** Absolute folder of database, files and objects. */
  dataDir: string;
  /** Variables and secrets of the Worker. */
  vars: Record<string, string>;
  /** Folder of the built Worker; default the deployed one. */
  workerDir?: string;
  /** Called when workerd has ended by itself; `replace` starts it again. */
  onEnd?: () => void;
  /** Discards the Worker's log; for tests that cause errors, and benchmarks. */
  quiet?: boolean;
  /** Gets each line of the Worker's log; default prints it. */
  onLine?: (line: string) => void;
  /** Loaded in place of the built module, which the first of them imports; for tests. */
  wrappers?: readonly WorkerModule[];
  /** Added to the Worker's options; for benchmarks. */
  options?: Partial<WorkerOptions>;
}

/** An ES module that lies beside the built one. */
export interface WorkerModule {
  name: string;
  code: string;
}

export interface LocalWorker {
  miniflare: Miniflare;
  /** Replaces the running build by the newest; data and port stay. */
  replace(): Promise<void>;
}

/**
 * Runs the built Worker on workerd, with the bindings that wrangler.toml names and the same routing
 * as in production: an asset where one has the path, else the Worker.
 *
 * @param onSpawn gets the id of each workerd process as soon as it exists
 */
export async function startWorker(
  settings: WorkerSettings,
  onSpawn: (pid: number) => void,
): Promise<LocalWorker> {
  const { miniflare, setOptions } = await startMiniflare(workerOptions(settings), onSpawn);
  return { miniflare, replace: () => setOptions(workerOptions(settings)) };
}

/**
 * Runs a Worker that has the database and the files of a data folder, and no Durable Objects: their
 * alarms would fire, and fail without the settings of the app.
 *
 * @param onSpawn gets the id of each workerd process as soon as it exists
 */
export async function startDatabaseWorker(
  dataDir: string,
  onSpawn: (pid: number) => void,
): Promise<Miniflare> {
  const options: MiniflareOptions = {
    workers: [databaseWorker(readStorageBindings())],
    ...storageOptions(dataDir),
    handleRuntimeStdio: discardOutput,
  };
  return (await startMiniflare(options, onSpawn)).miniflare;
}

export async function startMiniflare(options: MiniflareOptions, onSpawn: (pid: number) => void) {
  // Loaded on demand: a start that is refused needs none of it. `import` would search its 4 MB for
  // the names of exports, which takes 0.3 s of processor time.
  const { Log, LogLevel, Miniflare } = require("miniflare") as typeof import("miniflare");
  const log = new Log(LogLevel.WARN);
  const known = new Set(childrenOf(process.pid).map(({ pid }) => pid));
  const reportingSpawns = async (work: Promise<unknown>) => {
    let done = false;
    const whenDone = work.finally(() => {
      done = true;
    });
    await Promise.all([whenDone, watchSpawn(() => done, known, onSpawn)]);
  };
  const before = signalListeners();
  const miniflare = new Miniflare({ ...options, log });
  dropNewListeners(before);
  await reportingSpawns(miniflare.ready);
  return {
    miniflare,
    setOptions: (changed: MiniflareOptions) =>
      reportingSpawns(miniflare.setOptions({ ...changed, log })),
  };
}

/** Has the database files of a data folder, once there are any. */
export const databaseFolder = (dataDir: string) => join(dataDir, "state", "v3", "d1");

/** The layout of `wrangler --persist-to <dataDir>/state`, so that its commands work on this data. */
export function storageOptions(dataDir: string) {
  const state = join(dataDir, "state", "v3");
  return {
    d1Persist: databaseFolder(dataDir),
    r2Persist: join(state, "r2"),
    // The default fetches a description of the connection from the network.
    cf: {},
  };
}

/** Database and bucket of wrangler.toml, by the ids under which Miniflare stores them. */
export function readStorageBindings() {
  const text = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  const read = (key: string) => {
    const value = new RegExp(`^${key} *= *"(.+)"`, "m").exec(text)?.[1];
    if (!value) throw new Error(`wrangler.toml has no ${key}`);
    return value;
  };
  return {
    d1Databases: { DB: read("database_id") },
    r2Buckets: { FILES: read("bucket_name") },
  } satisfies WorkerOptions;
}

/** As it is, on one stream, so that what was written together stays together. */
function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Output that is not read blocks workerd once the pipe is full. */
export function discardOutput(stdout: Readable, stderr: Readable): void {
  stdout.resume();
  stderr.resume();
}

/** The build and these settings, as Miniflare takes them. */
function workerOptions(settings: WorkerSettings): MiniflareOptions {
  const { host, port, dataDir, vars, workerDir = SHIPPED.workerDir, quiet = false } = settings;
  const wrappers = (settings.wrappers ?? []).map(({ name, code }) => ({
    type: "ESModule" as const,
    path: join(workerDir, name),
    contents: code,
  }));
  const built = JSON.parse(readFileSync(join(workerDir, "local-options.json"), "utf8"));
  const state = join(dataDir, "state", "v3");
  const worker: WorkerOptions = {
    ...built,
    name: "comptoir",
    modules: [...wrappers, { type: "ESModule", path: join(workerDir, "index.js") }],
    modulesRoot: workerDir,
    bindings: { ...built.bindings, ...vars },
    ...settings.options,
  };
  return {
    workers: [worker, databaseWorker(worker)],
    host,
    port,
    ...storageOptions(dataDir),
    durableObjectsPersist: join(state, "do"),
    cachePersist: join(state, "cache"),
    handleRuntimeStdio(stdout: Readable, stderr: Readable) {
      // Miniflare destroys the streams of a runtime that it stops, without an `end`.
      if (settings.onEnd) stdout.once("end", settings.onEnd);
      if (quiet) return discardOutput(stdout, stderr);
      for (const input of [stdout, stderr]) {
        createInterface({ input }).on("line", settings.onLine ?? printLine);
      }
    },
  };
}

/** Miniflare's own handlers exit at once; the start command stops its parts in order. */
function dropNewListeners(before: Map<string, Set<unknown>>): void {
  for (const [signal, known] of before) {
    for (const listener of process.listeners(signal as NodeJS.Signals)) {
      if (!known.has(listener)) process.removeListener(signal, listener);
    }
  }
}

function signalListeners(): Map<string, Set<unknown>> {
  const signals = ["SIGINT", "SIGTERM"] as const;
  return new Map(signals.map((signal) => [signal, new Set<unknown>(process.listeners(signal))]));
}

const SPAWN_POLL_MS = 25;

async function watchSpawn(
  done: () => boolean,
  known: Set<number>,
  onSpawn: (pid: number) => void,
): Promise<void> {
  const children = childrenWatch(process.pid);
  for (;;) {
    const last = done();
    for (const child of children()) {
      if (known.has(child.pid) || !child.name.includes("workerd")) continue;
      known.add(child.pid);
      onSpawn(child.pid);
    }
    if (last) return;
    await sleep(SPAWN_POLL_MS);
  }
}

/** As often as the platform's cron can. */
const INTERVAL_MS = 60_000;

/**
 * Runs the Worker's scheduled handler each minute, as the platform's cron does, and once before it
 * resolves: after days without a run, overdue orders do not wait, and `/health` is right at once.
 */
export async function startCron(worker: Miniflare): Promise<{ stop(): void }> {
  await fireCron(worker);
  const timer = setInterval(() => void fireCron(worker), INTERVAL_MS);
  return { stop: () => clearInterval(timer) };
}

/** Runs the scheduled handler once. A failure is logged and returned as false. */
export async function fireCron(worker: Miniflare, at = new Date()): Promise<boolean> {
  try {
    const target = await worker.getWorker();
    const { outcome } = await target.scheduled({ scheduledTime: at, cron: "* * * * *" });
    if (outcome !== "ok") console.error(`The scheduled run ended with: ${outcome}`);
    return outcome === "ok";
  } catch (error) {
    console.error(`The scheduled run failed: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}

/**
 * Makes a blocking `Atomics.wait` wait again after a spurious wakeup.
 *
 * Miniflare's bindings block on one between a request to the Worker and its answer. The answering
 * thread stores a value and then notifies. On a busy machine the notification can arrive so late
 * that it wakes the wait for the next answer, which then reads no message, and from there on each
 * answer is taken for the previous one. The value decides: it changes only when there is an answer.
 */
export function ignoreSpuriousWakeups(atomics: Pick<typeof Atomics, "wait"> = Atomics): void {
  const wait = Atomics.wait.bind(Atomics);
  atomics.wait = ((array: Int32Array, index: number, value: number, timeout?: number) => {
    if (timeout !== undefined) return wait(array, index, value, timeout);
    let result = wait(array, index, value);
    while (result === "ok" && Atomics.load(array, index) === value) {
      result = wait(array, index, value);
    }
    return result;
  }) as typeof Atomics.wait;
}
