import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { clientIpPrefix, limitByAccount } from "../../http/rate-limit";
import { readJson } from "../../http/read-json";
import { requireViewerJson } from "../../http/viewer";

const schema = z.object({ account: z.string().max(64), canSign: z.boolean() });

/** Per user: more than a user signs in a minute. */
const BUILD_RATE_LIMIT = { limit: 60, windowMs: 60_000 };

/** The transaction of an order for a wallet of its buyer's browser. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await requireViewerJson({ request, context });
  await limitByAccount(context, viewer.uid, { name: "built", ...BUILD_RATE_LIMIT });
  const { account, canSign } = await readJson(request, schema);
  const orderId = params.id ?? "";
  await context.ports.checkout.orderOfBuyer({ orderId, buyerUid: viewer.uid });
  const address = clientIpPrefix(request);
  const input = { orderId, account, returnsBytes: canSign, address };
  const { transaction, send } = await context.ports.checkout.buildPaymentTransaction(input);
  return Response.json({ transaction, send });
}
