import type { Order } from "../app/orders/rules/order";
import { viewOrder } from "../app/orders/use-cases/read-order";
import type { Ports } from "./ports";

/** Open purchase pages of one order, on sockets that let the object sleep. */
export class LivePages {
  #shown: string | null = null;

  constructor(
    private readonly ctx: DurableObjectState,
    private readonly ports: Ports,
  ) {}

  /** Takes a WebSocket and sends the order at once. */
  async open(order: Order, viewerUid: string): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    server.serializeAttachment(viewerUid);
    await this.#send(server, order, {});
    this.#shown ??= fingerprint(order, false);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Sends the order to every open page, if what they would see has changed. */
  async show(order: Order, extra: { slow?: boolean } = {}): Promise<void> {
    const sockets = this.ctx.getWebSockets();
    if (sockets.length === 0) return;
    const shown = fingerprint(order, extra.slow === true);
    if (shown === this.#shown) return;
    for (const socket of sockets) await this.#send(socket, order, extra);
    this.#shown = shown;
  }

  async #send(socket: WebSocket, order: Order, extra: { slow?: boolean }): Promise<void> {
    const view = await viewOrder(order, String(socket.deserializeAttachment()), this.ports);
    try {
      // `networkSlow` is there only while nodes give no answer: 'your payment is safe'.
      socket.send(JSON.stringify(extra.slow ? { ...view, networkSlow: true } : view));
    } catch {
      // A page that is gone is told nothing.
    }
  }
}

/** What a page would show differently. */
function fingerprint(order: Order, slow: boolean): string {
  const { status, paymentRequested, signature, buyerWallet } = order;
  return JSON.stringify([status, paymentRequested, signature, buyerWallet, slow]);
}
