import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";

/** The state of an order, for its buyer and its seller. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await requireViewerJson({ request, context });
  const input = { orderId: params.id ?? "", viewerUid: viewer.uid };
  return Response.json(await context.ports.checkout.readOrder(input));
}
