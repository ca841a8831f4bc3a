import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewerJson } from "../../http/viewer";
import { readSigned } from "../http/read-signed";

/** Per user: more than a user signs in a minute. */
const SEND_RATE_LIMIT = { limit: 60, windowMs: 60_000 };

/** Sends the order's signed transaction for a wallet that can't send. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await requireViewerJson({ request, context });
  await limitByAccount(context, viewer.uid, { name: "sent", ...SEND_RATE_LIMIT });
  const transaction = await readSigned(request);
  const input = { orderId: params.id ?? "", buyerUid: viewer.uid, transaction };
  return Response.json(await context.ports.checkout.sendSignedPayment(input));
}
