import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { readJson } from "../../http/read-json";
import { requireViewerJson } from "../../http/viewer";
import { waiverVersion } from "../../orders/rules/waiver-version";
import { limitOrders } from "../http/limit-orders";
import { openedOrderResponse } from "../http/opened-order";
import { purchaseCopy } from "../http/order-texts";
import { lamportsText } from "../http/purchase-action";

const schema = z.object({
  productId: z.string().min(1).max(64),
  buyerWallet: z.string().max(64).nullish(),
  acceptedLamports: lamportsText.nullish(),
  waiver: waiverVersion.nullish(),
});

/** Creates an order. */
export async function action({ request, context }: ActionFunctionArgs) {
  await limitOrders({ request, context });
  const viewer = await requireViewerJson({ request, context });
  const { productId, buyerWallet, acceptedLamports, waiver } = await readJson(request, schema);
  const started = await context.ports.checkout.startPurchase({
    productId,
    buyerUid: viewer.uid,
    buyerWallet: buyerWallet || null,
    acceptedLamports: acceptedLamports ? BigInt(acceptedLamports) : null,
    waiver,
    copy: purchaseCopy(request),
  });
  if (started.kind === "owned") return Response.json({ status: "owned", productId });
  return openedOrderResponse(started, { request, context });
}
