import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { cpuMsOf } from "../../../tests/support/process-usage";

export interface LoadTarget {
  origin: string;
  /** The process whose processor time counts. */
  pid: number;
  path: string;
  headers: Readonly<Record<string, string>>;
}

export interface Load {
  requests: number;
  perSecond: number;
  /** Processor time of the server for one request. */
  cpuMs: number;
  /** Mean size of a response with its headers. */
  bytes: number;
  /** Time from a request to the last byte of its response (ms): half of them, and 99 of 100, are within. */
  p50Ms: number;
  p99Ms: number;
}

/** Requests at the same time: enough that workerd, which runs a Worker on one thread, never waits. */
const CONNECTIONS = 8;
/** Those of a crowd, whose slowest responses count. */
export const CROWD_CONNECTIONS = 25;
const CHUNKED_END = "\r\n0\r\n\r\n";
const HEADERS_END = "\r\n\r\n";

/**
 * Requests one address on kept-alive connections, each the next request after the last byte of the
 * response, for `durationMs`. Throws on a response other than 200.
 */
export async function runLoad(
  target: LoadTarget,
  durationMs: number,
  connections = CONNECTIONS,
): Promise<Load> {
  const request = Buffer.from(requestText(target));
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(target.origin)));
  const [from, cpuFrom] = [performance.now(), cpuMsOf(target.pid)];
  const results = await Promise.all(
    sockets.map((socket) => repeat(socket, request, from + durationMs)),
  );
  const [ms, cpuMs] = [performance.now() - from, cpuMsOf(target.pid) - cpuFrom];
  for (const socket of sockets) socket.destroy();
  const requests = results.reduce((sum, one) => sum + one.requests, 0);
  const bytes = results.reduce((sum, one) => sum + one.bytes, 0);
  const times = results.flatMap((one) => one.times).sort((a, b) => a - b);
  return {
    requests,
    perSecond: (1_000 * requests) / ms,
    cpuMs: cpuMs / requests,
    bytes: bytes / requests,
    p50Ms: times[Math.floor(0.5 * times.length)] ?? 0,
    p99Ms: times[Math.floor(0.99 * times.length)] ?? 0,
  };
}

function requestText({ origin, path, headers }: LoadTarget): string {
  const lines = Object.entries({ Host: new URL(origin).host, ...headers });
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `GET ${path} HTTP/1.1\r\n${text}\r\n`;
}

async function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  await once(socket, "connect");
  return socket;
}

/** Sends the request again and again until `end` (of `performance.now()`). */
function repeat(
  socket: Socket,
  request: Buffer,
  end: number,
): Promise<{ requests: number; bytes: number; times: number[] }> {
  return new Promise((resolve, reject) => {
    let requests = 0;
    let bytes = 0;
    const times: number[] = [];
    let sentAt = performance.now();
    let response = newResponse();
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("The server has closed a connection")));
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      try {
        if (!response.isComplete(chunk)) return;
      } catch (error) {
        return reject(error);
      }
      requests += 1;
      const now = performance.now();
      times.push(now - sentAt);
      if (now >= end) return resolve({ requests, bytes, times });
      response = newResponse();
      sentAt = now;
      socket.write(request);
    });
    socket.write(request);
  });
}

/** Finds the end of one HTTP/1.1 response in the chunks that arrive. */
export function newResponse() {
  let head = "";
  /** Bytes of the body that are missing; null while unknown, Infinity for a chunked body. */
  let missing: number | null = null;
  let tail = "";

  function readHead(chunk: Buffer): Buffer | null {
    head += chunk.toString("latin1");
    const end = head.indexOf(HEADERS_END);
    if (end < 0) return null;
    if (!/^HTTP\/1\.1 200 /.test(head)) throw new Error(`Answered: ${head.slice(0, 500)}`);
    const length = /^content-length: *(\d+)/im.exec(head.slice(0, end))?.[1];
    missing = length === undefined ? Number.POSITIVE_INFINITY : Number(length);
    // The line break before the last chunk can be that of the headers.
    return Buffer.from(head.slice(length === undefined ? end + 2 : end + 4), "latin1");
  }

  return {
    /** Throws where the status is not 200. */
    isComplete(chunk: Buffer): boolean {
      const body = missing === null ? readHead(chunk) : chunk;
      if (body === null || missing === null) return false;
      if (missing === Number.POSITIVE_INFINITY) {
        tail = (tail + body.toString("latin1", Math.max(0, body.length - 16))).slice(-16);
        return tail.endsWith(CHUNKED_END);
      }
      missing -= body.length;
      return missing <= 0;
    },
  };
}
