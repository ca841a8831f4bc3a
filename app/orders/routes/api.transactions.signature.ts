import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { readJson } from "../../http/read-json";
import { requireViewerJson } from "../../http/viewer";
import { reportSignature } from "../use-cases/send-signed-payment";

const schema = z.object({ signature: z.string().max(128) });

/** The buyer's browser reports the signature of the transaction that it sent. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await requireViewerJson({ request, context });
  const { signature } = await readJson(request, schema);
  const orderId = params.id ?? "";
  await reportSignature({ orderId, buyerUid: viewer.uid, signature }, context.ports);
  return new Response(null, { status: 202 });
}
