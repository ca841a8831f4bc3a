// What transactions that a seller signs have in common: refunds, and payments of shares.
import { encodeBase64 } from "../../lib/base64";
import { Problem } from "../../lib/problem";
import type { OrderStore, OrderWatcher, ReferenceKeys } from "../../orders/ports";
import type { PaidLeg } from "../../orders/rules/legs";
import type { Chain } from "../../solana/chain";
import { matchSignedTransaction } from "../../solana/match-signed-transaction";
import { networkFee } from "../../solana/payment-constants";
import { paymentMessage } from "../../solana/payment-message";
import { mayRemain } from "../../solana/rent";
import { addSignature, encodeUnsigned } from "../../solana/wire-transaction";
import { ownOrder } from "./own-order";

/** The transfers with a reference of their own, which has signed them; the seller's wallet has not. */
export async function signByReference(
  terms: { recipient: string; platform: string; legs: readonly PaidLeg[]; blockhash: string },
  { referenceKeys }: { referenceKeys: Pick<ReferenceKeys, "generate" | "sign"> },
) {
  const { recipient: payer, ...rest } = terms;
  const { address, encryptedSecret } = await referenceKeys.generate();
  const message = paymentMessage({ ...rest, payer, reference: address, referenceSigns: true });
  const signature = await referenceKeys.sign(encryptedSecret, message.serialize());
  const wire = addSignature(encodeUnsigned(message), address, signature);
  return { reference: address, transaction: encodeBase64(wire), encryptedSecret };
}

/** True where the seller's account, which has `balance` lamports, can send so many. */
export function canSend(
  lamports: bigint,
  balance: bigint,
  deps: { chain: Pick<Chain, "rentMinimum"> },
): Promise<boolean> {
  return mayRemain(balance - lamports - networkFee(2), deps);
}

interface SendInput {
  orderId: string;
  sellerUid: string;
  /** Wire bytes, base64. */
  transaction: string;
}

interface SendDeps {
  orders: Pick<OrderStore, "byId">;
  chain: Pick<Chain, "send">;
  watcher: Pick<OrderWatcher, "overdue">;
}

interface Built {
  openOf(orderId: string): Promise<{ transaction: string } | null>;
}

/** As `sendSigned`, of a refund. */
export const sendSignedRefund = (input: SendInput, deps: SendDeps & { refunds: Built }) =>
  sendSigned(input, deps.refunds, deps);

/** As `sendSigned`, of a payment of shares. */
export const sendSignedShares = (input: SendInput, deps: SendDeps & { sharePayments: Built }) =>
  sendSigned(input, deps.sharePayments, deps);

/**
 * Sends a signed transaction for a wallet that can only sign; it must be the one built last for the order.
 * Throws `not_found` (also for another seller's order), `expired` (it can't land any more, or has landed),
 * `invalid_input`; `ChainUnavailable`.
 */
async function sendSigned(
  input: SendInput,
  built: Built,
  deps: SendDeps,
): Promise<{ signature: string }> {
  const order = await ownOrder(input, deps);
  const open = await built.openOf(order.id);
  if (!open) throw new Problem("expired");
  const signed = matchSignedTransaction(input.transaction, open.transaction);
  if (!signed) throw new Problem("invalid_input", { field: "transaction" });
  await deps.chain.send(signed.bytes);
  await deps.watcher.overdue(order.id);
  return { signature: signed.signature };
}
