import type { Order } from "../app/orders/rules/order";
import { viewOrder } from "../app/orders/use-cases/read-order";
import type { Ports } from "./ports";

/** WebSockets of one order's open purchase pages. They use the hibernation API of Durable Objects. */
export class LivePages {
  /** Fingerprint of the view that was sent last. */
  #lastSent: string | null = null;

  constructor(
    private readonly ctx: DurableObjectState,
    private readonly ports: Ports,
  ) {}

  /** Accepts a WebSocket and sends it the order. */
  async open(order: Order, viewerUid: string): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    server.serializeAttachment(viewerUid);
    await this.#send(server, order, {});
    this.#lastSent ??= fingerprint(order, false);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Sends the order to every open page if its view has changed. */
  async update(order: Order, network: { slow?: boolean } = {}): Promise<void> {
    const sockets = this.ctx.getWebSockets();
    if (sockets.length === 0) return;
    const current = fingerprint(order, network.slow === true);
    if (current === this.#lastSent) return;
    for (const socket of sockets) await this.#send(socket, order, network);
    this.#lastSent = current;
  }

  async #send(socket: WebSocket, order: Order, network: { slow?: boolean }): Promise<void> {
    const view = await viewOrder(order, String(socket.deserializeAttachment()), this.ports);
    try {
      // `networkSlow` is present only while the RPC nodes do not answer.
      socket.send(JSON.stringify(network.slow ? { ...view, networkSlow: true } : view));
    } catch {
      // The page was closed.
    }
  }
}

/** Changes where a page would show something else. */
function fingerprint(order: Order, slow: boolean): string {
  const { status, paymentRequested, signature, buyerWallet } = order;
  return JSON.stringify([status, paymentRequested, signature, buyerWallet, slow]);
}
