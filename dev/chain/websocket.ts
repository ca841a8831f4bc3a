import type { Server } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { parseJson, writeJson } from "./json";
import type { Chain } from "./rpc/context";
import { CODES, RpcError } from "./rpc/errors";
import { Subscriptions } from "./subscriptions";

/** Largest message of a client: subscriptions are small. */
const MAX_MESSAGE_BYTES = 64 * 1024;

const request = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.unknown().optional(),
});

export interface PubSub {
  /** Handles the WebSocket upgrades of a server. */
  attach(server: Server): void;
  /** Sends every client its notifications since the last call. */
  publish(): void;
  close(): void;
}

/** The WebSocket side of a node. */
export function createPubSub(chain: Chain): PubSub {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  const clients = new Map<WebSocket, Subscriptions>();
  let lastId = 0;
  sockets.on("connection", (socket) => {
    const subscriptions = new Subscriptions(
      chain,
      () => ++lastId,
      (method, subscription, result) =>
        socket.send(writeJson({ jsonrpc: "2.0", method, params: { result, subscription } })),
    );
    clients.set(socket, subscriptions);
    socket.on("message", (data) => {
      const answer = answerMessage(String(data), subscriptions);
      if (answer) socket.send(writeJson(answer));
    });
    socket.on("close", () => clients.delete(socket));
    // A frame that breaks the protocol ends its own connection only.
    socket.on("error", () => socket.terminate());
  });
  return {
    attach(server) {
      server.on("upgrade", (upgrade, connection, head) => {
        sockets.handleUpgrade(upgrade, connection, head, (socket) =>
          sockets.emit("connection", socket, upgrade),
        );
      });
    },
    publish() {
      for (const subscriptions of clients.values()) subscriptions.publish();
    },
    close() {
      for (const socket of clients.keys()) socket.terminate();
      sockets.close();
    },
  };
}

function answerMessage(text: string, subscriptions: Subscriptions) {
  let id: string | number | null | undefined = null;
  try {
    const value = parseJson(text);
    if (value === undefined) throw new RpcError(CODES.parse, "Parse error");
    const read = request.safeParse(value);
    if (!read.success) throw new RpcError(CODES.invalidRequest, "Invalid request");
    id = read.data.id;
    // Clients ping with notifications, which have no id and get no answer.
    if (id === undefined) return undefined;
    return { jsonrpc: "2.0", result: subscriptions.call(read.data.method, read.data.params), id };
  } catch (error) {
    const known = error instanceof RpcError ? error : undefined;
    if (!known) console.error("chain: a subscription failed", error);
    const code = known?.code ?? CODES.internal;
    return { jsonrpc: "2.0", error: { code, message: known?.message ?? "Internal error" }, id };
  }
}
