import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { limitByAccount } from "../../http/rate-limit";
import { readJson } from "../../http/read-json";
import { requireViewerJson } from "../../http/viewer";
import { buildRefund } from "../use-cases/build-refund";

const schema = z.object({
  payer: z.string().max(64).nullish(),
  scope: z.enum(["all", "extra"]).default("all"),
});

/** Each costs a few RPC calls; a seller signs fewer in a minute. */
const RATE_LIMIT = { limit: 30, windowMs: 60_000 };

/** The refund transaction, for the seller's wallet to sign. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewerJson({ request, context });
  await limitByAccount(context, uid, { name: "refund", ...RATE_LIMIT });
  const { payer, scope } = await readJson(request, schema);
  const input = { orderId: params.id ?? "", sellerUid: uid, payer: payer || null, scope };
  return Response.json(await buildRefund(input, context.ports));
}
