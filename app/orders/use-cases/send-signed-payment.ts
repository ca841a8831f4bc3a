import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Chain } from "../../solana/chain";
import { matchSignedTransaction } from "../../solana/match-signed-transaction";
import type { Orders, OrderWatcher } from "../ports";

interface Deps {
  clock: Clock;
  orders: Pick<Orders, "byId" | "reportSignature">;
  chain: Pick<Chain, "send">;
  watcher: Pick<OrderWatcher, "suggested">;
}

/**
 * Sends a transaction for a wallet that can only sign. It must be the one that was built for the
 * order, byte for byte but for the signatures: this is no relay for anything else.
 * Throws `not_found` (also for somebody else's order), `invalid_input`; `ChainUnavailable`.
 */
export async function sendSignedPayment(
  input: { orderId: string; buyerUid: string; transaction: string },
  deps: Deps,
): Promise<{ signature: string }> {
  const order = await deps.orders.byId(input.orderId);
  if (!order || order.buyerUid !== input.buyerUid) throw new Problem("not_found");
  const signed = order.built && matchSignedTransaction(input.transaction, order.built.transaction);
  if (!signed) throw new Problem("invalid_input", { field: "transaction" });
  const { bytes, signature } = signed;
  await deps.orders.reportSignature(order.id, signature, deps.clock.now());
  await deps.chain.send(bytes);
  await deps.watcher.suggested(order.id);
  return { signature };
}
