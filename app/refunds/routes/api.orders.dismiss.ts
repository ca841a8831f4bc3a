import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";
import { dismissReview } from "../use-cases/decide-review";

/** The seller closes the review of a payment that was rolled back. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  await dismissReview({ orderId: params.id ?? "", sellerUid: uid }, context.ports);
  return new Response(null, { status: 204 });
}
