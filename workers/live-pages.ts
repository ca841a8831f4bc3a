import { SESSION_ENDED_CODE, TOO_MANY_SOCKETS_CODE } from "../app/orders/rules/live-socket";
import type { Order } from "../app/orders/rules/order";
import { viewOrder, whyClosed } from "../app/orders/use-cases/read-order";
import type { Ports } from "./ports";

/** Pages of one order with a WebSocket; the oldest is closed for one more. */
const MAX_SOCKETS = 5;
/** Leaves ten seconds of the minute after which an ended session has no socket. */
export const SESSION_CHECK_INTERVAL_MS = 50_000;

/** Who a socket belongs to. It outlives hibernation as the socket's attachment. */
interface Attachment {
  viewerUid: string;
  /** Hash of the session token, as it is stored. */
  sessionHash: string;
  openedAt: number;
}

/** WebSockets of one order's open purchase pages. They use the hibernation API of Durable Objects. */
export class LivePages {
  /** Fingerprint of the view that was sent last. */
  #lastSent: string | null = null;

  constructor(
    private readonly ctx: DurableObjectState,
    private readonly ports: Ports,
  ) {}

  /** Accepts a WebSocket, for a session that was just asked, and sends it the order. */
  async open(order: Order, viewer: { uid: string; sessionHash: string }): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair();
    const openSockets = this.#sockets();
    const excess = Math.max(openSockets.length - MAX_SOCKETS + 1, 0);
    for (const { socket } of openSockets.slice(0, excess)) {
      socket.close(TOO_MANY_SOCKETS_CODE, "too many pages");
    }
    this.ctx.acceptWebSocket(server);
    const openedAt = this.ports.clock.now();
    const attachment = { viewerUid: viewer.uid, sessionHash: viewer.sessionHash, openedAt };
    server.serializeAttachment(attachment satisfies Attachment);
    const closed = await whyClosed(order, this.ports);
    send(server, order, closed, {});
    this.#lastSent ??= fingerprint(order, closed, false);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Sends the order to every open page if its view has changed, and asks the sessions before. */
  async update(order: Order, network: { slow?: boolean } = {}): Promise<void> {
    if (this.#sockets().length === 0) return;
    const closed = await whyClosed(order, this.ports);
    const current = fingerprint(order, closed, network.slow === true);
    if (current === this.#lastSent) return;
    for (const socket of await this.closeEnded(order.buyerUid)) {
      send(socket, order, closed, network);
    }
    this.#lastSent = current;
  }

  /** Closes sockets whose session has ended, or is not the buyer's; returns the others. */
  async closeEnded(buyerUid: string | null): Promise<WebSocket[]> {
    const sockets = this.#sockets();
    if (sockets.length === 0) return [];
    const hashes = sockets.map(({ sessionHash }) => sessionHash);
    const live = await this.ports.sessions.findLive(hashes, this.ports.clock.now());
    const isLive = ({ viewerUid, sessionHash }: Attachment) =>
      viewerUid === buyerUid && live.get(sessionHash) === viewerUid;
    for (const { socket, ...attachment } of sockets) {
      if (!isLive(attachment)) socket.close(SESSION_ENDED_CODE, "session ended");
    }
    return sockets.filter(isLive).map(({ socket }) => socket);
  }

  /** Open sockets, the oldest first. */
  #sockets(): (Attachment & { socket: WebSocket })[] {
    return this.ctx
      .getWebSockets()
      .filter(({ readyState }) => readyState === WebSocket.OPEN)
      .map((socket) => ({ ...(socket.deserializeAttachment() as Attachment), socket }))
      .sort((one, other) => one.openedAt - other.openedAt);
  }
}

type Closed = Awaited<ReturnType<typeof whyClosed>>;

function send(socket: WebSocket, order: Order, closed: Closed, network: { slow?: boolean }): void {
  const view = viewOrder(order, closed);
  try {
    // `networkSlow` is present only while the RPC nodes do not answer.
    socket.send(JSON.stringify(network.slow ? { ...view, networkSlow: true } : view));
  } catch {
    // The page was closed.
  }
}

/** Changes where a page would show something else. */
function fingerprint(order: Order, closed: Closed, slow: boolean): string {
  const { status, paymentRequested, signature, buyerWallet } = order;
  return JSON.stringify([status, paymentRequested, signature, buyerWallet, closed, slow]);
}
