import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { answerJson } from "../http/problem-response";
import { readJson } from "../http/read-json";
import { requireViewerJson } from "../http/viewer";
import { sendSignedPayment } from "../use-cases/send-signed-payment";

/** A transaction has at most 1,232 bytes. */
const schema = z.object({ transaction: z.string().max(1_644) });

/** Sends the order's transaction for a wallet that has signed it and can't send. */
export function action({ request, params, context }: ActionFunctionArgs) {
  return answerJson(request, async () => {
    const viewer = await requireViewerJson({ request, context });
    const { transaction } = await readJson(request, schema);
    const input = { orderId: params.id ?? "", buyerUid: viewer.uid, transaction };
    return Response.json(await sendSignedPayment(input, context.ports));
  });
}
