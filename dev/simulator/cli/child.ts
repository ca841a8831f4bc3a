/** A process that runs seeds for the command: its parent sends requests, one at a time. */
import { join } from "node:path";
import { readMigrations } from "../../run/migrate";
import { planOf } from "../plan";
import { runPlan } from "../run";
import type { Reply, Request } from "./protocol";

/** `compile.ts` writes them there, with what a mutant changes. */
const migrations = readMigrations(join(import.meta.dirname, "migrations"));

process.on("message", (request: Request) => void answer(request));
process.on("disconnect", () => process.exit());

async function answer(request: Request): Promise<void> {
  const reply = await replyTo(request).catch(
    (error): Reply => ({ kind: "error", stack: String(error?.stack ?? error) }),
  );
  process.send?.(reply);
}

async function replyTo(request: Request): Promise<Reply> {
  if (request.kind === "plan") return { kind: "plan", plan: planOf(request.seed) };
  const { seed, plan, keepLines } = request;
  const result = await runPlan(plan ?? planOf(seed), { keepLines, migrations });
  return { kind: "result", result, peakBytes: process.resourceUsage().maxRSS * 1024 };
}
