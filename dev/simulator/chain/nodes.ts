import type { Random } from "../random";
import type { Life, Scheduler } from "../scheduler";
import type { NodeFault } from "../world";

/** What travels back from a node; null for an answer that never comes, an error for a broken connection. */
type Reply = { body: string; status: number; retryAfterSecs?: number } | "never" | "broken";

export interface NodesOptions {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly urls: readonly string[];
  faultOf(index: number): NodeFault | null;
  /** The answer of one node, with the faults that change what it says. */
  answer(index: number, body: string): string;
}

/** One way of a request or of an answer, in ms: 20 to 300 for both. */
const TRAVEL_MS = { low: 10, high: 150 } as const;
const encoder = new TextEncoder();
const HTML = "<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>";

/** `fetch` that reaches the nodes alone. */
export function createNodeFetch(options: NodesOptions, life: Life): typeof fetch {
  const { random, scheduler, urls } = options;
  const travel = () => random.between(TRAVEL_MS.low, TRAVEL_MS.high);
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const index = urls.indexOf(url.endsWith("/") ? url.slice(0, -1) : url);
    const body = init?.body;
    if (index === -1 || typeof body !== "string") {
      return Promise.reject(new TypeError(`no simulated node takes this request: ${url}`));
    }
    return new Promise((resolve, reject) => {
      const signal = init?.signal;
      if (signal?.aborted) return reject(signal.reason);
      let isAborted = false;
      const abort = () => {
        isAborted = true;
        if (!life.isOver) reject(signal?.reason);
      };
      signal?.addEventListener("abort", abort, { once: true });
      const arrive = (reply: Reply) => {
        signal?.removeEventListener("abort", abort);
        if (isAborted || reply === "never") return;
        if (reply === "broken") reject(new TypeError("Network connection lost."));
        else resolve(responseOf(reply));
      };
      // A request that has left arrives, whatever becomes of its sender.
      scheduler.schedule(travel(), () => {
        const reply = replyOf(options, index, body);
        if (reply !== "never") scheduler.schedule(travel(), () => arrive(reply), life);
      });
    });
  };
}

function replyOf({ random, faultOf, answer }: NodesOptions, index: number, body: string): Reply {
  const fault = faultOf(index);
  const truth = () => ({ body: answer(index, body), status: 200 });
  if (!fault || !("share" in fault) || !random.chance(fault.share)) return truth();
  switch (fault.kind) {
    case "timeout":
      return "never";
    case "reset":
      return "broken";
    case "429":
      return { body: "", status: 429, retryAfterSecs: random.between(1, 20) };
    case "html":
      return { body: HTML, status: random.pick([200, 502]) };
    case "half-json": {
      const { body: whole, status } = truth();
      return { body: whole.slice(0, whole.length >> 1), status };
    }
    case "lost-answer":
      truth();
      return "broken";
    // Their shares are drawn where the answer is made.
    case "lying-status":
    case "lying-meta":
      return truth();
    default:
      return fault satisfies never;
  }
}

/** What the product reads of a `Response`, without the streams, which take longer than the node. */
function responseOf({ body, status, retryAfterSecs }: Exclude<Reply, string>): Response {
  const retryAfter = retryAfterSecs === undefined ? null : String(retryAfterSecs);
  const response = {
    status,
    ok: status === 200,
    headers: { get: (name: string) => (name === "Retry-After" ? retryAfter : null) },
    body: {
      async *[Symbol.asyncIterator]() {
        yield encoder.encode(body);
      },
      cancel: async () => undefined,
    },
    text: async () => body,
  };
  return response as unknown as Response;
}
