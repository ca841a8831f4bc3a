import { z } from "zod";
import type { ChainHandle } from "./handle";
import { parseJson } from "./json";

/** Commands that a test in another process may send. */
const command = z.discriminatedUnion("do", [
  z.object({ do: z.literal("advanceSlots"), count: z.int().positive().max(100_000) }),
  z.object({ do: z.literal("pause") }),
  z.object({ do: z.literal("resume") }),
  z.object({ do: z.literal("reorg"), depth: z.int().nonnegative().optional() }),
  z.object({ do: z.literal("setDelay"), ms: z.int().nonnegative().max(600_000) }),
  z.object({ do: z.literal("setRent"), lamportsPerByte: z.int().nonnegative().max(1_000_000) }),
  z.object({ do: z.literal("clearFaults") }),
  z.object({
    do: z.literal("injectFault"),
    fault: z.object({
      kind: z.enum([
        "timeout",
        "reset",
        "lost-answer",
        "429",
        "html",
        "html-200",
        "half-json",
        "wrong-id",
        "stale",
        "error",
        "swallow",
        "not-run",
      ]),
      method: z.string().optional(),
      times: z.int().positive().optional(),
      lag: z.int().nonnegative().optional(),
      code: z.int().optional(),
      message: z.string().optional(),
    }),
  }),
]);

/**
 * Runs a command that came by HTTP, where the chain was started with `control`. Returns the JSON
 * answer: `{ ok, slot, dropped? }`, or `{ ok: false, error }` for an unknown command.
 */
export function runControlCommand(chain: ChainHandle, body: string): string {
  const read = command.safeParse(parseJson(body));
  if (!read.success) return JSON.stringify({ ok: false, error: z.prettifyError(read.error) });
  const dropped = run(chain, read.data);
  return JSON.stringify({ ok: true, slot: chain.slot, dropped });
}

function run(chain: ChainHandle, given: z.output<typeof command>): string[] | undefined {
  switch (given.do) {
    case "advanceSlots":
      chain.advanceSlots(given.count);
      break;
    case "pause":
      chain.pause();
      break;
    case "resume":
      chain.resume();
      break;
    case "reorg":
      return chain.reorg(given.depth);
    case "setDelay":
      chain.setDelay(given.ms);
      break;
    case "setRent":
      chain.setRent(given.lamportsPerByte);
      break;
    case "clearFaults":
      chain.clearFaults();
      break;
    case "injectFault":
      chain.injectFault(given.fault);
      break;
    default:
      given satisfies never;
  }
  return undefined;
}
