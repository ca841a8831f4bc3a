import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";
import { leaveLine } from "../use-cases/send-signed-payment";

/** Gives up the place of a signed payment that waits for a unit of stock. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await requireViewerJson({ request, context });
  await leaveLine({ orderId: params.id ?? "", buyerUid: viewer.uid }, context.ports);
  return new Response(null, { status: 204 });
}
