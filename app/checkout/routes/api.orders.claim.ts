import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";

/** Moves a purchase to the account of the wallet that paid for it. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid, wallet } = await requireViewerJson({ request, context });
  const orderId = params.id ?? "";
  return Response.json(await context.ports.checkout.claimOrder({ orderId, uid, wallet }));
}
