import { z } from "zod";
import { ASSUMED_PACE, blocksIn, type Pace } from "../app/solana/pace";
import type { Isolate } from "./isolate";

/** A node that is further behind the freshest one is asked last. */
const MAX_BEHIND_MS = 3_200;
/** After this without a response with a slot, a node that is not asked otherwise is asked for it. */
const PROBE_INTERVAL_MS = 60_000;

/** What these nodes have said of the pace of the chain, or what is assumed until then. */
export function knownPaceOf({ paces }: Isolate, nodes: readonly string[]): Pace {
  return paces.get(nodes.join()) ?? ASSUMED_PACE;
}

export function keepPace({ paces }: Isolate, nodes: readonly string[], pace: Pace): void {
  paces.set(nodes.join(), pace);
}

const withContext = z.object({ context: z.object({ slot: z.number().int().nonnegative() }) });
const config = z.object({ commitment: z.string() });

/** True where the last response of the node was far behind those of the others. */
export function isBehind({ heardSlots }: Isolate, url: string): boolean {
  return heardSlots.get(url)?.isBehind ?? false;
}

/** Notes how far a node has come, by one of its responses, compared with all nodes of the list. */
export function noteSlot(
  isolate: Isolate,
  url: string,
  nodes: readonly string[],
  response: { method: string; params: unknown[]; result: unknown },
): void {
  const slot = slotOf(response);
  if (slot === null) return;
  const { runtime, heardSlots } = isolate;
  const newest = Math.max(slot, ...nodes.map((node) => heardSlots.get(node)?.slot ?? 0));
  const allowed = blocksIn(MAX_BEHIND_MS, knownPaceOf(isolate, nodes));
  heardSlots.set(url, { slot, at: runtime.now(), isBehind: newest - slot > allowed });
}

/** True where the slot of the node was not heard for a while; it then counts as asked for. */
export function startProbe({ runtime, heardSlots }: Isolate, url: string): boolean {
  const now = runtime.now();
  const heard = heardSlots.get(url) ?? { slot: 0, at: Number.NEGATIVE_INFINITY, isBehind: false };
  if (Math.abs(now - heard.at) < PROBE_INTERVAL_MS) return false;
  heardSlots.set(url, { ...heard, at: now });
  return true;
}

/** The node's newest slot by this response. Null where it has none, or only the finalized one. */
function slotOf({ method, params, result }: Parameters<typeof noteSlot>[3]): number | null {
  const commitments = params.flatMap((param) => config.safeParse(param).data?.commitment ?? []);
  const isNewest = method === "getSignatureStatuses" || commitments.includes("confirmed");
  if (!isNewest) return null;
  if (method === "getSlot") return typeof result === "number" ? result : null;
  return withContext.safeParse(result).data?.context.slot ?? null;
}
