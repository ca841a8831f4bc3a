import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { RunResult } from "../run";
import type { Plan } from "../steps";
import type { Reply, Request } from "./protocol";

/** A run takes less than a second; only one that never ends takes this long. */
const MAX_RUN_MS = 180_000;
const KEPT_ERROR_CHARS = 2_000;
/** MB. It starts with 1 and is collected too often: nearly all objects of a run are short-lived. */
const MIN_YOUNG_GENERATION = "--min-semi-space-size=16";

/** Processes that run seeds beside each other. */
export interface Pool {
  readonly jobs: number;
  /** The plan of a seed. */
  planOf(seed: string): Promise<Plan>;
  /** A process that ended or hung makes a failed run of it. */
  run(seed: string, options?: { plan?: Plan; keepLines?: boolean }): Promise<RunResult>;
  /** Largest resident memory of any of the processes so far. */
  readonly peakBytes: number;
  /** Ends the processes, those that still run a seed too. */
  close(): Promise<void>;
}

/** @param module path of the compiled simulator */
export function openPool(module: string, jobs: number): Pool {
  const idle: ChildProcess[] = [];
  const all = new Set<ChildProcess>();
  const waiting: (() => void)[] = [];
  let peakBytes = 0;
  const start = () => {
    // What the product logs while a node or a store fails would hide the report.
    const child = fork(module, {
      serialization: "advanced",
      execArgv: [...process.execArgv, MIN_YOUNG_GENERATION],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    all.add(child);
    child.once("exit", () => all.delete(child));
    return child;
  };
  const ask = async (request: Request): Promise<Reply> => {
    while (idle.length === 0 && all.size >= jobs) await new Promise<void>((go) => waiting.push(go));
    const child = idle.pop() ?? start();
    const reply = await replyOf(child, request);
    if (reply.kind === "error") {
      // Its state is unknown.
      all.delete(child);
      child.kill("SIGKILL");
    } else idle.push(child);
    waiting.shift()?.();
    return reply;
  };
  return {
    jobs,
    get peakBytes() {
      return peakBytes;
    },
    async planOf(seed) {
      const reply = await ask({ kind: "plan", seed });
      if (reply.kind !== "plan") throw new Error(reply.kind === "error" ? reply.stack : reply.kind);
      return reply.plan;
    },
    async run(seed, { plan = undefined, keepLines = false } = {}) {
      const reply = await ask({ kind: "run", seed, plan: plan ?? null, keepLines });
      if (reply.kind !== "result")
        return brokenRun(seed, reply.kind === "error" ? reply.stack : "");
      peakBytes = Math.max(peakBytes, reply.peakBytes);
      return reply.result;
    },
    async close() {
      const ends = [...all].map((child) => once(child, "exit"));
      for (const child of all) {
        if (idle.includes(child)) child.disconnect();
        else child.kill("SIGKILL");
      }
      await Promise.all(ends);
    },
  };
}

function replyOf(child: ChildProcess, request: Request): Promise<Reply> {
  return new Promise((resolve) => {
    let errors = "";
    const onError = (text: Buffer) => {
      errors = (errors + text).slice(-KEPT_ERROR_CHARS);
    };
    const finish = (reply: Reply) => {
      clearTimeout(timer);
      child.off("message", finish).off("exit", onExit);
      child.stderr?.off("data", onError);
      resolve(reply);
    };
    const onExit = (code: number | null, signal: string | null) =>
      finish({ kind: "error", stack: `the process ended (${signal ?? code})\n${errors}` });
    const timer = setTimeout(
      () => finish({ kind: "error", stack: `no end after ${MAX_RUN_MS / 1_000} s` }),
      MAX_RUN_MS,
    );
    child.on("message", finish).on("exit", onExit);
    child.stderr?.on("data", onError);
    child.send(request);
  });
}

function brokenRun(seed: string, stack: string): RunResult {
  const failure = `the simulator: ${stack}`;
  const none = { steps: 0, payments: 0, hash: "0".repeat(64), virtualMs: 0 };
  return { seed, failure, lines: [], coverage: {}, acts: {}, ...none };
}
