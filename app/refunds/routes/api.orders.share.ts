import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewerJson } from "../../http/viewer";
import { buildSharePayment } from "../use-cases/share-payment";

/** Each costs a few RPC calls; a seller signs fewer in a minute. */
const RATE_LIMIT = { limit: 30, windowMs: 60_000 };

/** The transaction to those who share in a sale, for the seller's wallet to sign. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  await limitByAccount(context, uid, { name: "share", ...RATE_LIMIT });
  const input = { orderId: params.id ?? "", sellerUid: uid };
  return Response.json(await buildSharePayment(input, context.ports));
}
