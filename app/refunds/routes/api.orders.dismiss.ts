import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewerJson } from "../../http/viewer";
import { DECISION_LIMIT, readPayer } from "../http/read-payer";
import { dismissPayment } from "../use-cases/decide-payment";

/** The seller dismisses a payment that was rolled back, or one below the price that can't go back. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  await limitByAccount(context, uid, DECISION_LIMIT);
  const payer = await readPayer(request);
  const decision = { orderId: params.id ?? "", sellerUid: uid, payer };
  await dismissPayment(decision, context.ports);
  return new Response(null, { status: 204 });
}
