import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewerJson } from "../../http/viewer";
import { upgradeNeeded } from "../http/upgrade-needed";
import { followOrder } from "../use-cases/follow-order";

/** Tells the buyer's open page of every change, over a WebSocket. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await requireViewerJson({ request, context });
  const refused = await upgradeNeeded(request);
  if (refused) return refused;
  return followOrder({ orderId: params.id ?? "", buyerUid: viewer.uid }, context.ports);
}
