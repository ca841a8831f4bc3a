import { createHash } from "node:crypto";
import type { Scheduler } from "./scheduler";
import type { Trace } from "./world";

/** Lines of a run with their virtual time; the hash is over all of them, kept or not. */
export function createTrace(scheduler: Scheduler, keepLines: boolean): Trace {
  const digest = createHash("sha256");
  const startedAt = scheduler.now;
  const lines: string[] = [];
  return {
    lines,
    add(who, text) {
      const line = `${timeOf(scheduler.now - startedAt)} ${who}: ${text}`;
      digest.update(line).update("\n");
      if (keepLines) lines.push(line);
    },
    hash: () => digest.copy().digest("hex"),
  };
}

/** Hours, minutes, seconds and milliseconds since the start. */
function timeOf(ms: number): string {
  const part = (value: number, digits: number) => String(value).padStart(digits, "0");
  const seconds = Math.floor(ms / 1_000);
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${clock.map((value) => part(value, 2)).join(":")}.${part(Math.floor(ms) % 1_000, 3)}`;
}
