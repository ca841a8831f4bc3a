import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { isSignature } from "../../solana/address";
import type { Orders, OrderWatcher } from "../ports";

interface Deps {
  clock: Clock;
  orders: Pick<Orders, "byId" | "reportSignature">;
  watcher: Pick<OrderWatcher, "suggested">;
}

/**
 * The buyer's browser says which transaction it sent: a hint where to look first, never a proof.
 * Throws `not_found` (also for somebody else's order) and `invalid_input`.
 */
export async function reportSignature(
  input: { orderId: string; buyerUid: string; signature: string },
  deps: Deps,
): Promise<void> {
  const order = await deps.orders.byId(input.orderId);
  if (!order || order.buyerUid !== input.buyerUid) throw new Problem("not_found");
  if (!isSignature(input.signature)) throw new Problem("invalid_input", { field: "signature" });
  await deps.orders.reportSignature(order.id, input.signature, deps.clock.now());
  await deps.watcher.suggested(order.id);
}
