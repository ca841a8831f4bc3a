import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";
import { claimOrder } from "../use-cases/claim-order";

/** The account of the wallet that paid takes the purchase. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid, wallet } = await requireViewerJson({ request, context });
  const orderId = params.id ?? "";
  return Response.json(await claimOrder({ orderId, uid, wallet }, context.ports));
}
