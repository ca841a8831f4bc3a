import { once } from "node:events";
import { expect } from "vitest";
import { WebSocket } from "ws";
import type { AppUnderTest } from "./app-under-test";

/** After the close frame, `ws` waits 30 s for the end of the connection; browsers wait 2 s. */
const CLOSE_TIMEOUT_MS = 1_000;

/** The WebSocket of an order's open purchase page. */
export interface LivePage {
  /** What it was sent. */
  told: Record<string, unknown>[];
  /** Code of its close; null while it is open. */
  code(): number | null;
  /** Resolves once the other side has closed it as well. */
  close(): Promise<void>;
}

/** An answer in place of a WebSocket. */
export interface Refusal {
  status: number;
  retryAfter: string | undefined;
  body: string;
}

type Headers = Record<string, string>;

/** Opens the WebSocket of an order's page and waits for the first message. */
export async function openLivePage(
  app: AppUnderTest,
  orderId: string,
  headers: Headers,
): Promise<LivePage> {
  const socket = connect(app, orderId, headers);
  const told: Record<string, unknown>[] = [];
  let code: number | null = null;
  socket.on("message", (data) => told.push(JSON.parse(String(data))));
  socket.on("close", (closed) => {
    code = closed;
  });
  await expect.poll(() => told.length).toBe(1);
  const close = async () => {
    if (code !== null) return;
    const closed = once(socket, "close");
    socket.close();
    await closed;
  };
  return { told, code: () => code, close };
}

/** The answer to a page that gets no WebSocket; null where it gets one. */
export function refusedLivePage(
  app: AppUnderTest,
  orderId: string,
  headers: Headers,
): Promise<Refusal | null> {
  const socket = connect(app, orderId, headers);
  return new Promise((resolve, reject) => {
    socket.on("open", () => {
      socket.close();
      resolve(null);
    });
    socket.on("unexpected-response", async (_request, response) => {
      const retryAfter = response.headers["retry-after"];
      const parts = await response.toArray();
      resolve({
        status: response.statusCode ?? 0,
        retryAfter,
        body: Buffer.concat(parts).toString(),
      });
    });
    socket.on("error", reject);
  });
}

function connect(app: AppUnderTest, orderId: string, headers: Headers): WebSocket {
  const address = `${app.url.replace("http", "ws")}/api/transactions/${orderId}/live`;
  const options = { headers, closeTimeout: CLOSE_TIMEOUT_MS };
  return new WebSocket(address, options);
}
