import type { Checkout } from "../app/checkout/checkout";
import { viewOrder } from "../app/checkout/use-cases/read-order";
import { buyerCountedAs, isOrderOf } from "../app/orders/rules/buyer";
import {
  FOLLOWED_MS,
  MAX_SOCKETS_PER_ORDER,
  type PageViewer,
  SESSION_ENDED_CODE,
  TOO_MANY_SOCKETS_CODE,
} from "../app/orders/rules/live-socket";
import type { Order } from "../app/orders/rules/order";
import type { Ports } from "./ports";

/** Leaves ten seconds of the minute after which an ended session has no socket. */
export const SESSION_CHECK_INTERVAL_MS = 50_000;

/** Who a socket belongs to. It outlives hibernation as the socket's attachment. */
interface Attachment extends PageViewer {
  openedAt: number;
  /** When the page was last shown again; absent for never. Epoch ms. */
  shownAt?: number;
}

/** Messages of a page that is shown again count at most in this interval. */
const MIN_SHOWN_INTERVAL_MS = 15_000;

/** WebSockets of one order's open purchase pages. They use the hibernation API of Durable Objects. */
export class LivePages {
  /** Fingerprint of the view that was sent last. */
  #lastSent: string | null = null;

  constructor(
    private readonly ctx: DurableObjectState,
    private readonly ports: Ports,
  ) {}

  /** Accepts a WebSocket, for a session that was just asked, and sends it the order. */
  async open(order: Order, viewer: PageViewer): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair();
    const openSockets = this.#sockets();
    const excess = Math.max(openSockets.length - MAX_SOCKETS_PER_ORDER + 1, 0);
    for (const { socket } of openSockets.slice(0, excess)) {
      socket.close(TOO_MANY_SOCKETS_CODE, "too many pages");
    }
    this.ctx.acceptWebSocket(server);
    const openedAt = this.ports.clock.now();
    server.serializeAttachment({ ...viewer, openedAt } satisfies Attachment);
    this.#countUntil(viewer.countedUntil);
    const closed = await this.ports.checkout.whyClosed(order);
    send(server, order, closed, {});
    this.#lastSent ??= fingerprint(order, closed, false);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Sends the order to every open page if its view has changed, and asks the sessions before. */
  async update(order: Order, network: { slow?: boolean } = {}): Promise<void> {
    if (this.#sockets().length === 0) return;
    const closed = await this.ports.checkout.whyClosed(order);
    const current = fingerprint(order, closed, network.slow === true);
    if (current === this.#lastSent) return;
    for (const socket of await this.closeEnded(order)) {
      send(socket, order, closed, network);
    }
    this.#lastSent = current;
  }

  /** Closes sockets whose session or secret has ended, or is not the buyer's; returns the others. */
  async closeEnded(order: Order | null): Promise<WebSocket[]> {
    const sockets = this.#sockets();
    if (sockets.length === 0) return [];
    const now = this.ports.clock.now();
    const hashes = sockets.map(({ sessionHash }) => sessionHash);
    const live = await this.ports.sessions.findLive(hashes, now);
    const isLive = ({ uid, sessionHash }: Attachment) => {
      const buyer = buyerCountedAs(uid);
      if (order === null || !isOrderOf(order, buyer, now)) return false;
      return buyer.kind === "guest" || live.get(sessionHash) === uid;
    };
    for (const { socket, ...attachment } of sockets) {
      if (!isLive(attachment)) socket.close(SESSION_ENDED_CODE, "session ended");
    }
    return sockets.filter(isLive).map(({ socket }) => socket);
  }

  /**
   * Renews the order's count as followed in its second half. Where the bound is reached without it,
   * after a failure of the database, its sockets are closed.
   */
  async renewCount(orderId: string): Promise<void> {
    const newest = this.#sockets().at(-1);
    if (!newest || newest.countedUntil - this.ports.clock.now() > FOLLOWED_MS / 2) return;
    const { uid, address } = newest;
    const countedUntil = await this.ports.checkout.countFollowed({ orderId, uid, address });
    if (countedUntil !== null) return this.#countUntil(countedUntil);
    for (const { socket } of this.#sockets()) socket.close(TOO_MANY_SOCKETS_CODE, "too many pages");
  }

  /** When the newest open page was opened, or shown again (epoch ms); undefined for none. */
  newestOpenedAt(): number | undefined {
    const shown = this.#sockets().map(({ openedAt, shownAt }) => shownAt ?? openedAt);
    return shown.length > 0 ? Math.max(...shown) : undefined;
  }

  /** Notes that a page was shown again. False so soon after the last time that it changes nothing. */
  shownAgain(socket: WebSocket): boolean {
    const attachment = socket.deserializeAttachment() as Attachment;
    const now = this.ports.clock.now();
    if (now - (attachment.shownAt ?? attachment.openedAt) < MIN_SHOWN_INTERVAL_MS) return false;
    socket.serializeAttachment({ ...attachment, shownAt: now } satisfies Attachment);
    return true;
  }

  /** Ends that count with the last open socket. */
  async closed(orderId: string, socket: WebSocket): Promise<void> {
    if (this.#sockets().length > 0) return;
    const { countedUntil } = socket.deserializeAttachment() as Attachment;
    await this.ports.followedOrders.end(orderId, countedUntil);
  }

  /** All open sockets know the end, so that the last one does. */
  #countUntil(countedUntil: number): void {
    for (const { socket, ...attachment } of this.#sockets()) {
      socket.serializeAttachment({ ...attachment, countedUntil } satisfies Attachment);
    }
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

type Closed = Awaited<ReturnType<Checkout["whyClosed"]>>;

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
