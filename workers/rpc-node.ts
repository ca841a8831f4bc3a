import { z } from "zod";
import { boundedBody } from "../app/http/read-body";
import type { Isolate } from "./isolate";

/** Timeout of one request: a healthy node answers within a second. */
export const REQUEST_TIMEOUT_MS = 6_000;
/** Largest response that is read; a page of 1,000 signatures is below 300 KB. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
/** Cooldown of a node after an error. */
const COOLDOWN_MS = 5_000;
/** Longest cooldown that a node's `Retry-After` can set. */
const MAX_COOLDOWN_MS = 60_000;

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

/** Calls methods of one node. Throws where its response is unusable. */
export type NodeCall = <T>(method: string, params: unknown[], shape: z.ZodType<T>) => Promise<T>;

/** The result of one method on one node. Throws where it has none that can be parsed. */
export async function callNode(
  isolate: Isolate,
  url: string,
  method: string,
  params: unknown[],
  signal?: AbortSignal,
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
    throw new Error(`status ${response.status}`);
  }
  const text = boundedBody(response, MAX_RESPONSE_BYTES, new Error("response too large")).text();
  const { id: responseId, error, result } = envelope.parse(JSON.parse(await text));
  if (responseId !== id) throw new Error("response to another request");
  if (error) throw new RpcError(error.code, error.message ?? "", error.data);
  return result;
}

/** Lets other nodes go first for a while. */
export function startCooldown({ runtime, cooldowns }: Isolate, url: string, error: unknown): void {
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
