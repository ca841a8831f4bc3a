import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Serves HTTP on a free port of this machine until the test is over, or `close`. */
export async function serve(listener: RequestListener): Promise<{ url: string; close(): void }> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** A call of JSON-RPC. */
export interface RpcCall {
  id: number;
  method: string;
  params: unknown[];
}

export async function readCall(request: IncomingMessage): Promise<RpcCall> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}
