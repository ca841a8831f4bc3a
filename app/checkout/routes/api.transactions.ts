import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { readLocale } from "../../http/locale";
import { readJson } from "../../http/read-json";
import { requireViewerJson } from "../../http/viewer";
import { formatSol } from "../../lib/lamports";
import type { Locale } from "../../lib/locale";
import { orderPaymentLink } from "../../solana/payment-link";
import { limitOrders } from "../http/limit-orders";
import { purchaseCopy } from "../http/order-texts";
import { lamportsText } from "../http/purchase-action";
import type { StartedPurchase } from "../use-cases/open-order";

const schema = z.object({
  productId: z.string().min(1).max(64),
  buyerWallet: z.string().max(64).nullish(),
  acceptedLamports: lamportsText.nullish(),
});

/** Creates an order. */
export async function action({ request, context }: ActionFunctionArgs) {
  await limitOrders({ request, context });
  const viewer = await requireViewerJson({ request, context });
  const { productId, buyerWallet, acceptedLamports } = await readJson(request, schema);
  const started = await context.ports.checkout.startPurchase({
    productId,
    buyerUid: viewer.uid,
    buyerWallet: buyerWallet || null,
    acceptedLamports: acceptedLamports ? BigInt(acceptedLamports) : null,
    copy: purchaseCopy(request),
  });
  return startedPurchaseResponse(started, {
    locale: readLocale(request),
    appOrigin: context.ports.settings.appOrigin,
  });
}

/** The response for a new order (201), an order that was open already, or an earlier purchase. */
function startedPurchaseResponse(
  started: StartedPurchase,
  { locale, appOrigin }: { locale: Locale; appOrigin: string },
): Response {
  if (started.kind === "owned") {
    return Response.json({ status: "owned", productId: started.productId });
  }
  const { order, created, replaces } = started;
  const body = {
    transactionId: order.id,
    solanaPayURL: orderPaymentLink(order.id, locale, appOrigin),
    recipient: order.recipient,
    amount: formatSol(order.priceLamports),
    reference: order.reference,
    label: order.label,
    message: order.message,
    status: order.status,
    ...(replaces && { replaces }),
  };
  return Response.json(body, { status: created ? 201 : 200 });
}
