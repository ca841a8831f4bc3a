import { z } from "zod";
import { readBoundedText } from "../app/http/read-body";
import { ASSUMED_PACE, blocksIn, type Pace } from "../app/solana/pace";
import type { Isolate } from "./isolate";
import { createLog } from "./log";

/** Timeout of one request: a healthy node answers within a second. */
export const REQUEST_TIMEOUT_MS = 6_000;
/** Largest response that is read; a page of 1,000 signatures is below 300 KB. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
/** Cooldown of a node after an error. */
const COOLDOWN_MS = 5_000;
/** Longest cooldown that a node's `Retry-After` can set. */
const MAX_COOLDOWN_MS = 60_000;
/** A node that is further behind the freshest one is asked last. */
const MAX_BEHIND_MS = 3_200;
/** After this without a response with a slot, a node that is not asked otherwise is asked for it. */
const PROBE_INTERVAL_MS = 60_000;

const envelope = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.number(),
  result: z.unknown().optional(),
  error: z
    .object({ code: z.number(), message: z.string().optional(), data: z.unknown().optional() })
    .optional(),
});
/** A JSON-RPC error of a node. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown,
  ) {
    super(`error ${code} ${message}`);
  }
}

class RateLimitedError extends Error {
  constructor(readonly retryAfterMs: number) {
    super("rate limited");
  }
}

class StatusError extends Error {
  constructor(readonly status: number) {
    super(`status ${status}`);
  }
}

/** Calls methods of one node. Throws where its response is unusable. */
export type NodeCall = <T>(method: string, params: unknown[], shape: z.ZodType<T>) => Promise<T>;

/** The methods that failed, for the log. */
const failedMethods = new WeakMap<object, string>();

/** The result of one method on one node. Throws where it has none that can be parsed. */
export async function callNode(
  isolate: Isolate,
  url: string,
  method: string,
  params: unknown[],
  signal?: AbortSignal,
): Promise<unknown> {
  const { host } = new URL(url);
  try {
    const result = await request(isolate, url, { method, params, signal });
    isolate.counters.count("rpc", host, "ok");
    return result;
  } catch (error) {
    if (error instanceof Error) failedMethods.set(error, method);
    isolate.counters.count("rpc", host, faultOf(error));
    throw error;
  }
}

/** Why a call of a node failed, in a word. */
function faultOf(error: unknown): string {
  if (error instanceof RpcError) return `error_${error.code}`;
  if (error instanceof RateLimitedError) return "rate_limited";
  if (error instanceof StatusError) return `status_${error.status}`;
  if (error instanceof SyntaxError || error instanceof z.ZodError) return "unreadable";
  const { name } = error as { name?: unknown };
  return name === "TimeoutError" ? "timeout" : name === "AbortError" ? "given_up" : "unreachable";
}

async function request(
  isolate: Isolate,
  url: string,
  { method, params, signal }: { method: string; params: unknown[]; signal?: AbortSignal },
): Promise<unknown> {
  const id = ++isolate.lastRpcId;
  const timeout = isolate.runtime.timeoutSignal(REQUEST_TIMEOUT_MS);
  const response = await isolate.runtime.fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  if (response.status === 429) {
    await response.body?.cancel();
    const seconds = Number(response.headers.get("Retry-After"));
    throw new RateLimitedError(seconds > 0 ? seconds * 1_000 : COOLDOWN_MS);
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new StatusError(response.status);
  }
  const text = await readBoundedText(response, MAX_RESPONSE_BYTES, new Error("response too large"));
  const { id: responseId, error, result } = envelope.parse(JSON.parse(text));
  if (responseId !== id) throw new Error("response to another request");
  if (error) throw new RpcError(error.code, error.message ?? "", error.data);
  return result;
}

/** Lets other nodes go first for a while. The first fault of the while is logged. */
export function startCooldown(isolate: Isolate, url: string, error: unknown): void {
  const { runtime, cooldowns } = isolate;
  if (cooldownEnd(isolate, url) <= runtime.now()) {
    const method = (error instanceof Error && failedMethods.get(error)) || null;
    const { host } = new URL(url);
    createLog(isolate)("node_refused", { host, method, code: faultOf(error) });
  }
  const rateLimited = error instanceof RateLimitedError;
  const ms = rateLimited ? Math.min(error.retryAfterMs, MAX_COOLDOWN_MS) : COOLDOWN_MS;
  cooldowns.set(url, { until: runtime.now() + ms, rateLimited });
}

/** True while a node must get no request. */
export function isCoolingDown({ runtime, cooldowns }: Isolate, url: string): boolean {
  const cooldown = cooldowns.get(url);
  return cooldown?.rateLimited === true && cooldown.until > runtime.now();
}

export function clearCooldown({ cooldowns }: Isolate, url: string): void {
  cooldowns.delete(url);
}

/** Epoch ms; 0 for a node without a cooldown. */
export function cooldownEnd({ cooldowns }: Isolate, url: string): number {
  return cooldowns.get(url)?.until ?? 0;
}

/** What these nodes have said of the pace of the chain, or what is assumed until then. */
export function knownPaceOf({ paces }: Isolate, nodes: readonly string[]): Pace {
  return paces.get(nodes.join()) ?? ASSUMED_PACE;
}

export function keepPace({ paces }: Isolate, nodes: readonly string[], pace: Pace): void {
  paces.set(nodes.join(), pace);
}

const withSlot = z.object({ context: z.object({ slot: z.number().int().nonnegative() }) });
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
  return withSlot.safeParse(result).data?.context.slot ?? null;
}
