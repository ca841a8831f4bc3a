import { createServer, type IncomingMessage } from "node:http";

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
  close(): Promise<void>;
}

/**
 * An RPC proxy in front of a chain: counts calls, and can lag behind, hide transactions or stop
 * answering. `onCall` is called for every call.
 */
export async function startRpcProxy(
  target: string,
  onCall: (call: RpcCall) => void = () => undefined,
): Promise<RpcProxy> {
  const calls = new Map<string, number>();
  const hidden = new Set<string>();
  let frozen: number | null = null;
  let silent = false;
  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    const call = JSON.parse(body) as RpcCall;
    calls.set(call.method, (calls.get(call.method) ?? 0) + 1);
    onCall(call);
    if (silent) return;
    const forwarded = await fetch(target, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    const answer = (await forwarded.json()) as { result?: unknown };
    const seen = filterResponse(call, answer, frozen, hidden);
    response.writeHead(forwarded.status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(seen));
  });
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
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

type Row = { slot: number; signature?: string } | null;

/** The answer of a node that lags behind or lacks some transactions. */
function filterResponse(
  { id, jsonrpc, method, params }: RpcCall,
  answer: { result?: unknown },
  frozen: number | null,
  hidden: ReadonlySet<string>,
): unknown {
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
  if (method === "getEpochInfo" && frozen !== null) {
    const { absoluteSlot, ...rest } = answer.result as Record<string, number>;
    const behind = Math.max(0, (absoluteSlot ?? 0) - frozen);
    const blockHeight = Math.max(0, (rest.blockHeight ?? 0) - behind);
    return { ...answer, result: { ...rest, blockHeight, absoluteSlot: frozen } };
  }
  return answer;
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
