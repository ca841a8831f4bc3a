import { formatSol } from "../../lib/lamports";
import type { Locale } from "../../lib/locale";
import { orderPaymentLink } from "../../solana/payment-link";
import type { StartedPurchase } from "../use-cases/start-purchase";

/** The answer to a purchase that was started, found open, or made long since. */
export function startedPurchaseResponse(
  started: StartedPurchase,
  { locale, appOrigin }: { locale: Locale; appOrigin: string },
): Response {
  if (started.kind === "owned") {
    return Response.json({ status: "owned", productId: started.productId });
  }
  const { order, created } = started;
  const body = {
    transactionId: order.id,
    solanaPayURL: orderPaymentLink(order.id, locale, appOrigin),
    recipient: order.recipient,
    amount: formatSol(order.priceLamports),
    reference: order.reference,
    label: order.label,
    message: order.message,
    status: order.status,
  };
  return Response.json(body, { status: created ? 201 : 200 });
}
