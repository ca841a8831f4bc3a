import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { problemMessage } from "../../http/problem-response";
import { clientIpPrefix } from "../../http/rate-limit";
import { requireViewerJson } from "../../http/viewer";
import { Problem } from "../../lib/problem";

/** A WebSocket that sends every change of an order to the buyer's page. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await requireViewerJson({ request, context });
  const refused = upgradeNeeded(request);
  if (refused) return refused;
  const sessionToken = context.visitor.sessionToken ?? "";
  const follower = {
    orderId: params.id ?? "",
    uid: viewer.uid,
    address: clientIpPrefix(request),
  };
  return context.ports.checkout.followOrder({ ...follower, sessionToken });
}

/** 426 for a request that is not a WebSocket upgrade; null for one that is. */
function upgradeNeeded(request: Request): Response | null {
  if (request.headers.get("Upgrade")?.toLowerCase() === "websocket") return null;
  const problem = new Problem("invalid_input", { messageKey: "upgrade_needed" });
  const error = { code: problem.code, message: problemMessage(problem, request) };
  const headers = { Upgrade: "websocket", Connection: "Upgrade" };
  return Response.json({ error }, { status: 426, headers });
}
