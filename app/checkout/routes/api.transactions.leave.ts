import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";

/** Gives up the place of a signed payment that waits for a unit of stock. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await requireViewerJson({ request, context });
  await context.ports.checkout.leaveLine({ orderId: params.id ?? "", buyerUid: viewer.uid });
  return new Response(null, { status: 204 });
}
