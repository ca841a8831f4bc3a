import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewerJson } from "../../http/viewer";
import { DECISION_LIMIT, readPayer } from "../http/read-payer";
import { acceptPayment } from "../use-cases/decide-payment";

/** The seller accepts a payment in review, or one below the price. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  await limitByAccount(context, uid, DECISION_LIMIT);
  const payer = await readPayer(request);
  const decision = { orderId: params.id ?? "", sellerUid: uid, payer };
  await acceptPayment(decision, context.ports);
  return new Response(null, { status: 204 });
}
