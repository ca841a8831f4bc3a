import type { AppLoadContext } from "@remix-run/cloudflare";
import { readLocale } from "../../http/locale";
import { formatSol } from "../../lib/lamports";
import { orderPaymentLink } from "../../solana/payment-link";
import type { OpenedOrder } from "../use-cases/open-order";

/**
 * The response for a new order (201), or one that was open already (200).
 *
 * @param guest the secret and the cookie of a browser without an account
 */
export function openedOrderResponse(
  { order, created, replaces }: OpenedOrder,
  { request, context }: { request: Request; context: AppLoadContext },
  guest?: { secret: string; cookie: string },
): Response {
  const body = {
    transactionId: order.id,
    solanaPayURL: orderPaymentLink(order.id, readLocale(request), context.ports.settings.appOrigin),
    recipient: order.recipient,
    amount: formatSol(order.priceLamports),
    reference: order.reference,
    label: order.label,
    message: order.message,
    status: order.status,
    ...(replaces && { replaces }),
    ...(guest && { secret: guest.secret }),
  };
  const headers: HeadersInit = guest ? { "Set-Cookie": guest.cookie } : {};
  return Response.json(body, { status: created ? 201 : 200, headers });
}
