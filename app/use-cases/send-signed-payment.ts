import { Problem } from "../domain/problem";
import { readBase64 } from "../domain/read-base64";
import { decodeTransaction } from "../domain/solana/wire-transaction";
import type { Clock } from "../ports";
import type { Chain } from "../ports/chain";
import type { Orders, OrderWatcher } from "../ports/payments";

interface Deps {
  clock: Clock;
  orders: Pick<Orders, "byId" | "hint">;
  chain: Pick<Chain, "send">;
  watcher: Pick<OrderWatcher, "hinted">;
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
  const bytes = readBase64(input.transaction);
  const signed = bytes && decodeTransaction(bytes);
  const built = order.built && readBase64(order.built.transaction);
  const asked = built && decodeTransaction(built);
  if (!bytes || !signed || !asked || !sameBytes(signed.message, asked.message)) {
    throw new Problem("invalid_input", { field: "transaction" });
  }
  const [signature] = signed.signatures;
  if (!signature || signed.signatures.includes(null)) {
    throw new Problem("invalid_input", { field: "transaction" });
  }
  await deps.orders.hint(order.id, signature, deps.clock.now());
  await deps.chain.send(bytes);
  await deps.watcher.hinted(order.id);
  return { signature };
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
