import type { OrderWatcher } from "../app/orders/ports";
import type { Env } from "./env";

/** Calls the Durable Object of each order. */
export function createOrderWatcher(objects: Env["PENDING_TRANSACTION"]): OrderWatcher {
  const object = (orderId: string) => objects.get(objects.idFromName(orderId));
  return {
    built: (orderId, forPage) =>
      object(orderId).notify(orderId, forPage ? "built_for_page" : "built"),
    suggested: (orderId) => object(orderId).notify(orderId, "suggested"),
    changed: (orderId) => object(orderId).notify(orderId, "opened"),
    restored: (orderId) => object(orderId).notify(orderId, "restored"),
    overdue: (orderId) => object(orderId).notify(orderId, "overdue"),

    async watch(orderId, { uid, sessionHash, address, countedUntil }) {
      const query = new URLSearchParams({
        order: orderId,
        viewer: uid,
        session: sessionHash,
        address,
        countedUntil: String(countedUntil),
      });
      const response = await object(orderId).fetch(`https://order/live?${query}`, {
        headers: { Upgrade: "websocket" },
      });
      // A new response, because the headers of a fetched one are immutable.
      const { status, webSocket } = response;
      return webSocket
        ? new Response(null, { status: 101, webSocket })
        : new Response(null, { status });
    },
  };
}
