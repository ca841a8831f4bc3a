import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";
import { acceptPayment } from "../use-cases/decide-review";

/** The seller accepts a payment in review. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  await acceptPayment({ orderId: params.id ?? "", sellerUid: uid }, context.ports);
  return new Response(null, { status: 204 });
}
