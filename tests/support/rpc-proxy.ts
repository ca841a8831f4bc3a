import { createServer, type IncomingMessage } from "node:http";
import bs58 from "bs58";

export interface RpcCall {
  jsonrpc: string;
  id: unknown;
  method: string;
  params?: unknown[];
}

export interface RpcProxy {
  url: string;
  /** Number of calls by method. */
  calls: Map<string, number>;
  /** Hides everything after that slot; null ends it. */
  freezeAt(slot: number | null): void;
  /** Hides that transaction, as if it had not landed. */
  dropTransaction(signature: string): void;
  /** While true, requests are accepted and not answered. */
  setSilent(on: boolean): void;
  /** While true, requests are answered with 429. */
  setRateLimited(on: boolean): void;
  /** Holds requests of this method back, and answers none until null is set, which lets them go on. */
  hold(method: string | null): void;
  /** Replaces results by what `lie` returns, until null is set. */
  setLie(lie: Lie | null): void;
  close(): Promise<void>;
}

/** The result that a node gives in place of the true one. */
export type Lie = (call: RpcCall, result: unknown) => unknown;

/** Longer than a test is idle. */
const KEEP_ALIVE_MS = 120_000;

/**
 * An RPC proxy in front of a chain: counts calls, and can lag behind, hide transactions, give
 * other results or stop answering. `onCall` is called for every call.
 */
export async function startRpcProxy(
  target: string,
  onCall: (call: RpcCall) => void = () => undefined,
): Promise<RpcProxy> {
  const calls = new Map<string, number>();
  const hidden = new Set<string>();
  let frozen: number | null = null;
  let silent = false;
  let rateLimited = false;
  let lie: Lie | null = null;
  let held: { method: string; ended: Promise<void>; end: () => void } | null = null;
  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    const call = JSON.parse(body) as RpcCall;
    calls.set(call.method, (calls.get(call.method) ?? 0) + 1);
    onCall(call);
    if (silent) return;
    if (rateLimited) {
      response.writeHead(429, { "Retry-After": "1" }).end();
      return;
    }
    if (held?.method === call.method) await held.ended;
    const forwarded = await fetch(target, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    const answer = (await forwarded.json()) as { result?: unknown };
    const seen = filterResponse(call, answer, frozen, hidden);
    response.writeHead(forwarded.status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(lie ? told(call, seen, lie) : seen));
  });
  // A request on a connection that is just closed for idleness would fail.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    freezeAt(slot) {
      frozen = slot;
    },
    dropTransaction(signature) {
      hidden.add(signature);
    },
    setSilent(on) {
      silent = on;
    },
    setRateLimited(on) {
      rateLimited = on;
    },
    hold(method) {
      held?.end();
      if (method === null) held = null;
      else {
        let end = () => {};
        const ended = new Promise<void>((done) => {
          end = done;
        });
        held = { method, ended, end };
      }
    },
    setLie(next) {
      lie = next;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function told(call: RpcCall, answer: object, lie: Lie): object {
  if (!("result" in answer)) return answer;
  return { ...answer, result: lie(call, answer.result) };
}

/**
 * A lie that this signed transaction has landed, for a node that lists it under `reference`. Bytes of
 * a transaction that was never sent have valid signatures too.
 */
export function inventTransaction(
  wire: Uint8Array,
  reference: string,
  confirmationStatus: "confirmed" | "finalized",
): Lie {
  const signature = bs58.encode(wire.subarray(1, 65));
  const landed = { slot: 50, err: null, confirmationStatus };
  return ({ method, params }, result) => {
    const [asked] = params ?? [];
    if (method === "getSignatureStatuses") {
      const { context, value } = result as { context: object; value: unknown[] };
      const statuses = value.map((one, at) =>
        (asked as string[])[at] === signature ? landed : one,
      );
      return { context, value: statuses };
    }
    if (method === "getSignaturesForAddress" && asked === reference) {
      return [{ signature, memo: null, blockTime: null, ...landed }];
    }
    if (method === "getTransaction" && asked === signature) {
      return {
        slot: landed.slot,
        blockTime: null,
        version: 0,
        transaction: [Buffer.from(wire).toString("base64"), "base64"],
        meta: { err: null, innerInstructions: [], loadedAddresses: { writable: [], readonly: [] } },
      };
    }
    return result;
  };
}

/** A lie about what a transaction did: `meta` replaces fields of the true one. */
export function inventMeta(signature: string, meta: object): Lie {
  return ({ method, params }, result) => {
    if (method !== "getTransaction" || params?.[0] !== signature || !result) return result;
    const landed = result as { meta: object };
    return { ...landed, meta: { ...landed.meta, ...meta } };
  };
}

type Row = { slot: number; signature?: string } | null;

/** The answer of a node that lags behind or lacks some transactions. */
function filterResponse(
  { id, jsonrpc, method, params }: RpcCall,
  answer: { result?: unknown },
  frozen: number | null,
  hidden: ReadonlySet<string>,
): object {
  const tip = frozen ?? Number.POSITIVE_INFINITY;
  const options = params?.[1] as { minContextSlot?: number } | undefined;
  if ((options?.minContextSlot ?? 0) > tip) {
    const error = { code: -32016, message: "Minimum context slot has not been reached" };
    return { jsonrpc, id, error };
  }
  const known = (row: Row, signature: string) =>
    row && row.slot <= tip && !hidden.has(signature) ? row : null;
  if (method === "getSignatureStatuses") {
    const { context, value } = answer.result as { context: { slot: number }; value: Row[] };
    const asked = params?.[0] as string[];
    const slot = Math.min(context.slot, tip);
    const rows = value.map((row, index) => known(row, asked[index] ?? ""));
    return { ...answer, result: { context: { ...context, slot }, value: rows } };
  }
  if (method === "getSignaturesForAddress") {
    const rows = answer.result as { slot: number; signature: string }[];
    return { ...answer, result: rows.filter((row) => known(row, row.signature)) };
  }
  if (method === "getTransaction") {
    return { ...answer, result: known(answer.result as Row, String(params?.[0])) };
  }
  if (method === "getSlot") {
    return { ...answer, result: Math.min(answer.result as number, tip) };
  }
  if (method === "getEpochInfo" && frozen !== null) {
    const { absoluteSlot, ...rest } = answer.result as Record<string, number>;
    const behind = Math.max(0, (absoluteSlot ?? 0) - frozen);
    const blockHeight = Math.max(0, (rest.blockHeight ?? 0) - behind);
    return { ...answer, result: { ...rest, blockHeight, absoluteSlot: frozen } };
  }
  const { context, ...rest } = Object(answer.result) as { context?: { slot: number } };
  if (!context) return answer;
  return {
    ...answer,
    result: { ...rest, context: { ...context, slot: Math.min(context.slot, tip) } },
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
