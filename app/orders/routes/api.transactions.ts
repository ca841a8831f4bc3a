import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { readLocale } from "../../http/locale";
import { readJson } from "../../http/read-json";
import { requireViewerJson } from "../../http/viewer";
import { limitOrders } from "../http/limit-orders";
import { purchaseCopy } from "../http/purchase-copy";
import { startedPurchaseResponse } from "../http/started-purchase";
import { startPurchase } from "../use-cases/start-purchase";

const schema = z.object({
  productId: z.string().min(1).max(64),
  buyerWallet: z.string().max(64).nullish(),
});

/** Opens an order. */
export async function action({ request, context }: ActionFunctionArgs) {
  await limitOrders({ request, context });
  const viewer = await requireViewerJson({ request, context });
  const { productId, buyerWallet } = await readJson(request, schema);
  const started = await startPurchase(
    {
      productId,
      buyerUid: viewer.uid,
      buyerWallet: buyerWallet || null,
      words: await purchaseCopy(request),
    },
    context.ports,
  );
  return startedPurchaseResponse(started, {
    locale: readLocale(request),
    appOrigin: context.ports.settings.appOrigin,
  });
}
