// Stands between a network and workerd: Miniflare takes instructions from headers that anyone can send.
import { once } from "node:events";
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as requestHttp,
  ServerResponse,
} from "node:http";
import { type BlockList, isIP, type Socket } from "node:net";
import { pipeline } from "node:stream/promises";

export interface FrontSettings {
  host: string;
  port: number;
  /** Port of workerd on this machine. */
  target: number;
  /** Whose `X-Forwarded-For` is believed. */
  trusted: BlockList;
}

/** Idle time of a client's connection (ms): longer than proxies keep theirs, so that they close first. */
const KEEP_ALIVE_MS = 150_000;
/** workerd closes an idle connection after 5 s. */
const TARGET_IDLE_MS = 3_000;

/**
 * Serves what workerd serves on `target`. Sets `CF-Connecting-IP` to the address that a request comes from,
 * as the platform does, and removes what only the platform and Miniflare may say.
 */
export async function startFront(settings: FrontSettings): Promise<{ stop(): Promise<void> }> {
  const kept = new Agent({ keepAlive: true, timeout: TARGET_IDLE_MS });
  const tunnels = new Set<Socket>();
  // An upload may take hours. Headers have to come within Node's 60 s.
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS });
  server.on("request", (request, response) => {
    if (!isServed(request)) return void response.writeHead(404).end();
    // Taking up a connection that is just being closed loses a request, which only a GET may be twice.
    const asked = ask(request, settings, request.method === "GET" ? kept : false);
    asked.on("response", (answer) => void answerWith(answer, response));
    asked.on("error", () => unavailable(response));
    response.on("close", () => asked.destroy());
    // An error must not close the request: its answer can be there before its body is read.
    request.pipe(asked);
  });
  server.on("upgrade", (request, socket: Socket, head) => {
    tunnels.add(socket);
    socket.on("close", () => tunnels.delete(socket));
    socket.on("error", () => socket.destroy());
    if (isServed(request)) tunnel(ask(request, settings, false), request, socket, head);
    else socket.destroy();
  });
  server.listen(settings.port, settings.host);
  await once(server, "listening");
  return {
    async stop() {
      server.close();
      server.closeAllConnections();
      for (const socket of tunnels) socket.destroy();
      kept.destroy();
      if (server.listening) await once(server, "close");
    },
  };
}

/** `/cdn-cgi/` is the platform's, and Miniflare's here. */
const isServed = ({ url = "" }: IncomingMessage) =>
  url.startsWith("/") && !/^\/+cdn-cgi(\/|$)/i.test(url);

function ask(
  request: IncomingMessage,
  { target, trusted }: FrontSettings,
  agent: Agent | false,
): ClientRequest {
  const { method, url: path, headers, socket } = request;
  const address = clientAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"], trusted);
  const sent = [...passedOn(request.rawHeaders), "CF-Connecting-IP", address];
  if (headers.upgrade) sent.push("Connection", "Upgrade", "Upgrade", headers.upgrade);
  return requestHttp({ host: "127.0.0.1", port: target, method, path, headers: sent, agent });
}

/** Of one connection, or for the platform, its proxies and Miniflare to say. */
const OWN_HEADERS =
  /^(connection|keep-alive|proxy-connection|expect|transfer-encoding|upgrade|forwarded|x-forwarded-.*|x-real-ip|cf-.*|mf-.*)$/i;

/** Without `OWN_HEADERS`; names and values in turn, as in `rawHeaders`. */
function passedOn(raw: readonly string[]): string[] {
  return raw.filter((_, at) => !OWN_HEADERS.test(raw[at - (at % 2)] ?? ""));
}

/**
 * The address of who asks. A proxy appends the address that it was asked from to `X-Forwarded-For`: the
 * last one that no trusted proxy has is the visitor's, and what stands before it is the visitor's word.
 *
 * @param peer the other end of the connection
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | string[] | undefined,
  trusted: BlockList,
): string {
  let address = plainAddress(peer);
  const hops = String(forwardedFor ?? "").split(",");
  while (isTrusted(address, trusted)) {
    const hop = plainAddress(hops.pop()?.trim() ?? "");
    if (isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}

const isTrusted = (address: string, trusted: BlockList) =>
  trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/** Without a port, brackets, and the prefix of an IPv4 address on an IPv6 socket. */
function plainAddress(text: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? text;
  const withoutPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(bare)?.[1] ?? bare;
  return withoutPort.replace(/^::ffff:(?=\d+\.)/i, "");
}

async function answerWith(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const { statusCode = 502, statusMessage, rawHeaders } = answer;
  const headers = rawHeaders.filter(
    (_, at) => !CONNECTION_HEADERS.test(rawHeaders[at - (at % 2)] ?? ""),
  );
  response.writeHead(statusCode, statusMessage, headers);
  // Who waits for an event stream or a slow file gets its headers at once.
  response.flushHeaders();
  await pipeline(answer, response).catch(() => response.destroy());
}

const CONNECTION_HEADERS = /^(connection|keep-alive|transfer-encoding)$/i;

/** workerd is being started again. */
function unavailable(response: ServerResponse): void {
  if (response.headersSent) return;
  response.writeHead(503, { "Retry-After": "1", "Cache-Control": "no-store" }).end();
}

/** Connects a WebSocket through, or passes on why there is none. */
function tunnel(asked: ClientRequest, request: IncomingMessage, socket: Socket, head: Buffer) {
  asked.on("upgrade", (answer, target, first) => {
    const lines = pairsOf(answer.rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("")}\r\n`);
    socket.write(first);
    target.write(head);
    for (const [from, to] of [[socket, target] as const, [target, socket] as const]) {
      from.setTimeout(0);
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
      from.pipe(to);
    }
  });
  asked.on("response", (answer) => {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.on("finish", () => socket.end());
    void answerWith(answer, response);
  });
  asked.on("error", () => socket.destroy());
  socket.on("close", () => asked.destroy());
  asked.end();
}

function pairsOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) =>
    at % 2 === 0 ? [[name, raw[at + 1] ?? ""] satisfies [string, string]] : [],
  );
}
