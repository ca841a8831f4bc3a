import type { RunResult } from "../run";
import type { Plan } from "../steps";

/** What the command asks of a process that runs seeds, one at a time. */
export type Request =
  | { kind: "plan"; seed: string }
  /** A null plan is that of the seed. */
  | { kind: "run"; seed: string; plan: Plan | null; keepLines: boolean };

export type Reply =
  | { kind: "plan"; plan: Plan }
  | { kind: "result"; result: RunResult; peakBytes: number }
  /** The simulator itself failed. */
  | { kind: "error"; stack: string };
