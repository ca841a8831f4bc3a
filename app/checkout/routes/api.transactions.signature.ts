import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { limitByAccount } from "../../http/rate-limit";
import { readJson } from "../../http/read-json";
import { requireViewerJson } from "../../http/viewer";

const schema = z.object({ signature: z.string().max(128) });

/** Per account: a report can cause a call to the network. */
const REPORT_RATE_LIMIT = { name: "suggested", limit: 60, windowMs: 60_000 };

/** The buyer's browser reports the signature of the transaction that it sent. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await requireViewerJson({ request, context });
  await limitByAccount(context, viewer.uid, REPORT_RATE_LIMIT);
  const { signature } = await readJson(request, schema);
  const orderId = params.id ?? "";
  await context.ports.checkout.reportSignature({ orderId, buyerUid: viewer.uid, signature });
  return new Response(null, { status: 202 });
}
