import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { isSignature } from "../../solana/address";
import type { Chain } from "../../solana/chain";
import { matchSignedTransaction } from "../../solana/match-signed-transaction";
import type { Orders, OrderWatcher } from "../ports";
import { orderOfBuyer } from "./read-order";

interface Deps {
  clock: Clock;
  orders: Pick<Orders, "byId" | "reportSignature">;
  watcher: Pick<OrderWatcher, "suggested">;
}

/**
 * Sends a transaction for a wallet that can only sign. It must be the one that was built for the
 * order, byte for byte except for the signatures, so that nothing else can be relayed.
 * Throws `not_found` (also for another buyer's order), `invalid_input`; `ChainUnavailable`.
 */
export async function sendSignedPayment(
  input: { orderId: string; buyerUid: string; transaction: string },
  deps: Deps & { chain: Pick<Chain, "send"> },
): Promise<{ signature: string }> {
  const order = await orderOfBuyer(input, deps);
  const signed = order.built && matchSignedTransaction(input.transaction, order.built.transaction);
  if (!signed) throw new Problem("invalid_input", { field: "transaction" });
  const { bytes, signature } = signed;
  await deps.orders.reportSignature(order.id, signature, deps.clock.now());
  await deps.chain.send(bytes);
  await deps.watcher.suggested(order.id);
  return { signature };
}

/**
 * Stores the signature that the buyer's browser reports as a suggestion: it is searched first, and
 * verified like any other. Throws `not_found` (also for another buyer's order) and `invalid_input`.
 */
export async function reportSignature(
  input: { orderId: string; buyerUid: string; signature: string },
  deps: Deps,
): Promise<void> {
  const order = await orderOfBuyer(input, deps);
  if (!isSignature(input.signature)) throw new Problem("invalid_input", { field: "signature" });
  await deps.orders.reportSignature(order.id, input.signature, deps.clock.now());
  await deps.watcher.suggested(order.id);
}
