import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readSigned } from "../../checkout/http/read-signed";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewerJson } from "../../http/viewer";
import { sendSignedShares } from "../use-cases/sellers-transaction";

/** A seller signs fewer in a minute. */
const RATE_LIMIT = { limit: 30, windowMs: 60_000 };

/** Sends a transaction to those who share in a sale, signed by a wallet that can't send. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  await limitByAccount(context, uid, { name: "share-sent", ...RATE_LIMIT });
  const transaction = await readSigned(request);
  const input = { orderId: params.id ?? "", sellerUid: uid, transaction };
  return Response.json(await sendSignedShares(input, context.ports));
}
