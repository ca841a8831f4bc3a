import { formatSol } from "../../lib/lamports";
import type { StartedPurchase } from "../use-cases/start-purchase";

/** The answer to a purchase that was started, found open, or made long since. */
export function startedPurchaseResponse(started: StartedPurchase, appOrigin: string): Response {
  if (started.kind === "owned") {
    return Response.json({ status: "owned", productId: started.productId });
  }
  const { order, created } = started;
  const body = {
    transactionId: order.id,
    solanaPayURL: solanaPayUrl(order.id, appOrigin),
    recipient: order.recipient,
    amount: formatSol(order.priceLamports),
    reference: order.reference,
    label: order.label,
    message: order.message,
    status: order.status,
  };
  return Response.json(body, { status: created ? 201 : 200 });
}

/**
 * The link of a Solana Pay transaction request
 * (https://docs.solanapay.com/spec, "Specification: Transaction Request").
 */
export function solanaPayUrl(orderId: string, appOrigin: string): string {
  return `solana:${encodeURIComponent(`${appOrigin}/api/pay/${orderId}`)}`;
}
