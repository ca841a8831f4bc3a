import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { readReferral } from "../../affiliates/http/referral";
import { clientIpPrefix } from "../../http/rate-limit";
import { readJson } from "../../http/read-json";
import { requireViewerJson } from "../../http/viewer";
import { limitOrders } from "../http/limit-orders";
import { openedOrderResponse } from "../http/opened-order";
import { purchaseCopy } from "../http/order-texts";
import { orderRequestFields } from "../rules/order-request";

const schema = z.object({
  productId: z.string().min(1).max(64),
  buyerWallet: z.string().max(64).nullish(),
  ...orderRequestFields,
});

/** Creates an order; a free product is given instead. */
export async function action({ request, context }: ActionFunctionArgs) {
  await limitOrders({ request, context });
  const viewer = await requireViewerJson({ request, context });
  const { productId, buyerWallet, ...asked } = await readJson(request, schema);
  const started = await context.ports.checkout.startPurchase({
    productId,
    buyerUid: viewer.uid,
    buyerWallet: buyerWallet || null,
    address: clientIpPrefix(request),
    asked,
    ref: readReferral({ request, context }, productId),
    copy: purchaseCopy(request),
  });
  if (started.kind === "owned") return Response.json({ status: "owned", productId });
  return openedOrderResponse(started, { request, context });
}
