import type { IncomingPayments } from "../../../db/orders/incoming-payments";
import { Problem } from "../../lib/problem";
import { sendMessage } from "../../messages/use-cases/send-message";
import type { IncomingPayment } from "../../orders/rules/incoming-payment";
import {
  readWithdrawalsToDecide,
  refuseWithdrawal,
  type WithdrawalToDecide,
} from "../../withdrawals/use-cases/decide-withdrawal";

/** Declarations that wait for the seller, each with the payment that would be refunded. */
export async function readWithdrawals(
  input: Parameters<typeof readWithdrawalsToDecide>[0],
  deps: Parameters<typeof readWithdrawalsToDecide>[1] & {
    incomingPayments: Pick<IncomingPayments, "ofOrders">;
  },
): Promise<{
  items: (WithdrawalToDecide & { payment: IncomingPayment | null })[];
  next: string | null;
}> {
  const { items, next } = await readWithdrawalsToDecide(input, deps);
  const ids = items.map(({ orderId }) => orderId);
  const payments = ids.length > 0 ? await deps.incomingPayments.ofOrders(ids) : [];
  const byOrder = new Map(payments.map((payment) => [payment.orderId, payment]));
  return {
    items: items.map((one) => ({ ...one, payment: byOrder.get(one.orderId) ?? null })),
    next,
  };
}

/**
 * The seller refuses a declaration. The reason also goes to the buyer as the seller's message, where a
 * message can be sent. Throws what `refuseWithdrawal` throws.
 */
export async function answerWithdrawal(
  { id, sellerUid, reason }: { id: string; sellerUid: string; reason: string },
  deps: Parameters<typeof refuseWithdrawal>[1] & Parameters<typeof sendMessage>[1],
): Promise<void> {
  const { orderId, refusal } = await refuseWithdrawal({ id, sellerUid, reason }, deps);
  const address = { kind: "order", orderId } as const;
  try {
    await sendMessage({ address, uid: sellerUid, text: refusal }, deps);
  } catch (error) {
    // The conversation is full, or the buyer's account was deleted: the acknowledgement has the reason.
    if (!(error instanceof Problem)) throw error;
  }
}
