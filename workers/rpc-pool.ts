import { z } from "zod";
import { boundedBody } from "../app/http/read-body";
import { ChainUnavailable } from "../app/solana/chain";

/** Timeout of one request: a healthy node answers within a second. */
const REQUEST_TIMEOUT_MS = 6_000;
/** Largest response that is read; a page of 1,000 signatures is below 300 KB. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
/** Cooldown of a node after an error. */
const COOLDOWN_MS = 5_000;
/** Longest cooldown that a node's `Retry-After` can set. */
const MAX_COOLDOWN_MS = 60_000;
/** Nodes tried for one call. */
const MAX_NODES_PER_CALL = 3;

interface Cooldown {
  /** Epoch ms. */
  until: number;
  /** True after a 429: the node then gets no request, even where it is the only one. */
  rateLimited: boolean;
}

/** Nodes with a recent error, by URL; shared by all requests of this isolate. */
const cooldowns = new Map<string, Cooldown>();
let lastId = 0;

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

/** Calls methods of one node. Throws where its response is unusable. */
export type NodeCall = <T>(method: string, params: unknown[], shape: z.ZodType<T>) => Promise<T>;

/** JSON-RPC client for several nodes; those without a cooldown are tried first. */
export class RpcPool {
  constructor(private readonly urls: readonly string[]) {}

  /**
   * The result of the first node that answers, parsed by `shape`. Throws `ChainUnavailable`.
   *
   * @param resultOfError a result for an error that is one; undefined for a failure
   */
  async call<T>(
    method: string,
    params: unknown[],
    shape: z.ZodType<T>,
    resultOfError?: (error: RpcError) => T | undefined,
  ): Promise<T> {
    const faults: string[] = [];
    for (const url of this.#order().slice(0, MAX_NODES_PER_CALL)) {
      if (isCoolingDown(url)) continue;
      try {
        const result = await callNode(url, method, params, shape);
        cooldowns.delete(url);
        return result;
      } catch (error) {
        const known = error instanceof RpcError ? resultOfError?.(error) : undefined;
        if (known !== undefined) return known;
        faults.push(error instanceof Error ? error.message : String(error));
        startCooldown(url, error);
      }
    }
    throw new ChainUnavailable(`${method}: ${faults.join("; ")}`);
  }

  /**
   * The results of one method on `quorum` different nodes, or on all where there are fewer, to establish
   * that something does not exist. Throws `ChainUnavailable` where fewer nodes gave a usable result.
   */
  callSeveral<T>(
    method: string,
    params: unknown[],
    shape: z.ZodType<T>,
    quorum: number,
  ): Promise<T[]> {
    return this.readOnSeveral((call) => call(method, params, shape), { quorum });
  }

  /**
   * The results of `read`, which makes several calls, on `quorum` different nodes at once, or on all
   * where there are fewer. A node that fails, or takes `nodeTimeoutMs`, is replaced by the next. Throws
   * `ChainUnavailable` where fewer nodes gave a result before `signal` aborts.
   */
  async readOnSeveral<T>(
    read: (call: NodeCall) => Promise<T>,
    {
      quorum,
      nodeTimeoutMs = REQUEST_TIMEOUT_MS,
      signal = new AbortController().signal,
    }: { quorum: number; nodeTimeoutMs?: number; signal?: AbortSignal },
  ): Promise<T[]> {
    const queue = [...new Set(this.#order())];
    const results: T[] = [];
    const faults: string[] = [];
    const readNext = async (): Promise<void> => {
      for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(nodeTimeoutMs)]);
        const node = url;
        try {
          results.push(await read((...request) => callNode(node, ...request, limit)));
          return;
        } catch (error) {
          faults.push(error instanceof Error ? error.message : String(error));
          // The caller's time was up; the node may be fine.
          if (signal.aborted) return;
          startCooldown(url, error);
        }
      }
    };
    const needed = Math.min(quorum, this.urls.length);
    await Promise.all(Array.from({ length: needed }, readNext));
    if (results.length === needed) return results;
    throw new ChainUnavailable(`reading from ${needed} nodes: ${faults.join("; ")}`);
  }

  /** Nodes without a cooldown in the order of the settings, then the others by the end of theirs. */
  #order(): string[] {
    const now = Date.now();
    const ready = (url: string) => Math.max(cooldowns.get(url)?.until ?? 0, now);
    const available = this.urls.filter((url) => !isCoolingDown(url));
    available.sort((a, b) => ready(a) - ready(b));
    // A single node is tried twice, since most errors are lost connections.
    return available.length === 1 ? [...available, ...available] : available;
  }
}

class RateLimitedError extends Error {
  constructor(readonly retryAfterMs: number) {
    super("rate limited");
  }
}

async function callNode<T>(
  url: string,
  method: string,
  params: unknown[],
  shape: z.ZodType<T>,
  signal?: AbortSignal,
) {
  const id = ++lastId;
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const response = await fetch(url, {
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
  return shape.parse(result);
}

function startCooldown(url: string, error: unknown): void {
  const rateLimited = error instanceof RateLimitedError;
  const ms = rateLimited ? Math.min(error.retryAfterMs, MAX_COOLDOWN_MS) : COOLDOWN_MS;
  cooldowns.set(url, { until: Date.now() + ms, rateLimited });
}

/** True while a node must get no request. */
function isCoolingDown(url: string): boolean {
  const cooldown = cooldowns.get(url);
  return cooldown?.rateLimited === true && cooldown.until > Date.now();
}
