import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Reply } from "./rpc/dispatch";

/** Largest body of a request: room for a full batch of small calls. */
const MAX_BODY_BYTES = 512 * 1024;
/** Longer than clients keep idle connections, so that none is closed while a client reuses it. */
const KEEP_ALIVE_MS = 65_000;
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST, GET, OPTIONS",
  "access-control-allow-headers": "*",
  "access-control-max-age": "86400",
};

export interface HttpOptions {
  readonly answer: (body: string) => Reply;
  /** Delay of every answer (ms); for tests. */
  readonly delayMs: () => number;
  /** Answers the control path; undefined for any other path. For tests. */
  readonly control?: ((path: string, body: string) => string | undefined) | undefined;
}

/** The HTTP side of a node: JSON-RPC by POST, health by GET, open to every origin. */
export function createHttpServer(options: HttpOptions): Server {
  const server = createServer((request, response) => {
    handle(request, response, options).catch(() => response.destroy());
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}

async function handle(request: IncomingMessage, response: ServerResponse, options: HttpOptions) {
  if (request.method === "OPTIONS") return end(response, 204, "");
  if (request.method === "GET" && request.url === "/health")
    return end(response, 200, "ok", "text/plain");
  if (request.method !== "POST") {
    const text = "Used HTTP Method is not allowed. POST or OPTIONS is required\n";
    return end(response, 405, text, "text/plain");
  }
  const body = await readBody(request);
  if (body === undefined) {
    response.setHeader("connection", "close");
    return end(
      response,
      413,
      '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Request body too large"},"id":null}',
    );
  }
  const controlled = options.control?.(request.url ?? "/", body);
  if (controlled !== undefined) return end(response, 200, controlled);
  const reply = options.answer(body);
  const delay = options.delayMs();
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  send(response, reply);
}

function send(response: ServerResponse, { body, fault }: Reply): void {
  switch (fault) {
    case "timeout":
      return;
    case "reset":
    case "lost-answer":
      response.destroy();
      return;
    case "429":
      response.setHeader("retry-after", "1");
      end(
        response,
        429,
        '{"jsonrpc":"2.0","error":{"code":429,"message":"Too many requests for a specific RPC call"},"id":null}',
      );
      return;
    case "html":
    case "html-200":
      end(
        response,
        fault === "html" ? 502 : 200,
        "<html><body><h1>502 Bad Gateway</h1></body></html>",
        "text/html",
      );
      return;
    case "half-json":
      end(response, 200, body.slice(0, Math.floor(body.length / 2)));
      return;
    case "wrong-id":
    case undefined:
      end(response, 200, body);
  }
}

function end(
  response: ServerResponse,
  status: number,
  body: string,
  type = "application/json",
): void {
  response.writeHead(status, {
    ...CORS,
    "content-type": type,
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

/** The whole body as text, or undefined where it is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
