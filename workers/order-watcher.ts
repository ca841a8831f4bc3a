import type { Log } from "../app/lib/log";
import type { OrderWatcher, PollAnswer } from "../app/orders/ports";
import type { Env } from "./env";
import type { Runtime } from "./isolate";

/** A request waits for a poll at most so long. */
const POLL_ANSWER_MS = 8_000;

/** Calls the Durable Object of each order. */
export function createOrderWatcher(
  objects: Env["PENDING_TRANSACTION"],
  { sleep, log }: Pick<Runtime, "sleep"> & { log: Log },
): OrderWatcher {
  const object = (orderId: string) => objects.get(objects.idFromName(orderId));

  async function answered(orderId: string, poll: Promise<PollAnswer>): Promise<PollAnswer> {
    const failed = (error: unknown): PollAnswer => {
      log("order_silent", { order: orderId, error });
      return { kind: "slow" };
    };
    const late = sleep(POLL_ANSWER_MS).then((): PollAnswer => ({ kind: "slow" }));
    return Promise.race([poll.catch(failed), late]);
  }

  return {
    look: (orderId, minSlot) => answered(orderId, object(orderId).look(orderId, minSlot)),
    release: (orderId) => answered(orderId, object(orderId).release(orderId)),
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
