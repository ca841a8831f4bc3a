import type { Refunds } from "../../../db/orders/refunds";
import { Problem } from "../../lib/problem";
import type { OrderStore, OrderWatcher } from "../../orders/ports";
import type { Chain } from "../../solana/chain";
import { matchSignedTransaction } from "../../solana/match-signed-transaction";
import { ownOrder } from "./own-order";

interface Deps {
  orders: Pick<OrderStore, "byId">;
  refunds: Pick<Refunds, "openOf">;
  chain: Pick<Chain, "send">;
  watcher: Pick<OrderWatcher, "overdue">;
}

/**
 * Sends a signed refund for a wallet that can only sign; it must be the transaction built last for
 * the order. Throws `not_found` (also for another seller's order), `expired` (it can't land any more,
 * or has landed), `invalid_input`; `ChainUnavailable`.
 */
export async function sendSignedRefund(
  input: { orderId: string; sellerUid: string; transaction: string },
  deps: Deps,
): Promise<{ signature: string }> {
  const order = await ownOrder(input, deps);
  const open = await deps.refunds.openOf(order.id);
  if (!open) throw new Problem("expired");
  const signed = matchSignedTransaction(input.transaction, open.transaction);
  if (!signed) throw new Problem("invalid_input", { field: "transaction" });
  await deps.chain.send(signed.bytes);
  await deps.watcher.overdue(order.id);
  return { signature: signed.signature };
}
