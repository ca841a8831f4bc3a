import { z } from "zod";
import { boundedBody } from "../app/http/read-body";
import { ChainUnavailable } from "../app/solana/chain";

/** Timeout of one request: a healthy node takes well under one second. */
const TIMEOUT_MS = 6_000;
/** Largest response that is read; a thousand signatures are under 300 KB. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
/** Cooldown of a node that failed, and the longest that its `Retry-After` may ask for. */
const COOLDOWN_MS = 5_000;
const MAX_COOLDOWN_MS = 60_000;
/** Nodes tried for one call. */
const MAX_NODES_PER_CALL = 3;

interface Cooldown {
  /** Epoch ms. */
  until: number;
  /** The node asked for it: until then it gets no request, even where it is the only one. */
  asked: boolean;
}

/** Nodes that failed lately; shared by all requests of this isolate. */
const cooldowns = new Map<string, Cooldown>();
let lastId = 0;

const envelope = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string().optional() }).optional(),
});

/** Calls JSON-RPC methods on several nodes, those without a cooldown first. */
export class RpcPool {
  constructor(private readonly urls: readonly string[]) {}

  /** The result, checked by `shape`. Throws `ChainUnavailable` where no node gave a usable one. */
  async call<T>(method: string, params: unknown[], shape: z.ZodType<T>): Promise<T> {
    const faults: string[] = [];
    for (const url of this.#order().slice(0, MAX_NODES_PER_CALL)) {
      if (isCoolingDown(url)) continue;
      try {
        const result = await ask(url, method, params, shape);
        cooldowns.delete(url);
        return result;
      } catch (error) {
        faults.push(error instanceof Error ? error.message : String(error));
        startCooldown(url, error);
      }
    }
    throw new ChainUnavailable(`${method}: ${faults.join("; ")}`);
  }

  /**
   * The answers of `wanted` different nodes, or of all where there are fewer: that something does not
   * exist needs a quorum. Throws `ChainUnavailable` where fewer nodes gave a usable answer.
   */
  async callSeveral<T>(
    method: string,
    params: unknown[],
    shape: z.ZodType<T>,
    wanted: number,
  ): Promise<T[]> {
    const answers: T[] = [];
    const faults: string[] = [];
    const enough = Math.min(wanted, this.urls.length);
    for (const url of new Set(this.#order())) {
      if (answers.length === enough) break;
      try {
        answers.push(await ask(url, method, params, shape));
      } catch (error) {
        faults.push(error instanceof Error ? error.message : String(error));
        startCooldown(url, error);
      }
    }
    if (answers.length === enough) return answers;
    throw new ChainUnavailable(`${method} on ${enough} nodes: ${faults.join("; ")}`);
  }

  /** Nodes without a cooldown in the order of the settings, then the others by its end. */
  #order(): string[] {
    const now = Date.now();
    const ready = (url: string) => Math.max(cooldowns.get(url)?.until ?? 0, now);
    const available = this.urls.filter((url) => !isCoolingDown(url));
    available.sort((a, b) => ready(a) - ready(b));
    // A single node gets a second chance: most faults are a lost connection.
    return available.length === 1 ? [...available, ...available] : available;
  }
}

class Overloaded extends Error {
  constructor(readonly retryAfterMs: number) {
    super("overloaded");
  }
}

async function ask<T>(url: string, method: string, params: unknown[], shape: z.ZodType<T>) {
  const id = ++lastId;
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status === 429) {
    await response.body?.cancel();
    const seconds = Number(response.headers.get("Retry-After"));
    throw new Overloaded(seconds > 0 ? seconds * 1_000 : COOLDOWN_MS);
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  }
  const text = boundedBody(response, MAX_RESPONSE_BYTES, new Error("answer too large")).text();
  const answer = envelope.parse(JSON.parse(await text));
  if (answer.id !== id) throw new Error("answer to another request");
  if (answer.error) throw new Error(`error ${answer.error.code} ${answer.error.message ?? ""}`);
  return shape.parse(answer.result);
}

function startCooldown(url: string, error: unknown): void {
  const asked = error instanceof Overloaded;
  const ms = asked ? Math.min(error.retryAfterMs, MAX_COOLDOWN_MS) : COOLDOWN_MS;
  cooldowns.set(url, { until: Date.now() + ms, asked });
}

function isCoolingDown(url: string): boolean {
  const known = cooldowns.get(url);
  return known?.asked === true && known.until > Date.now();
}
