import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { readJson } from "../../http/read-json";
import { decodeBase64 } from "../../lib/base64";
import { limitDemo } from "../http/demo-wallet";
import { sendFromDemo } from "../use-cases/demo-wallet";

/** Base64 of a transaction, which has at most 1,232 bytes. */
const MAX_TRANSACTION_CHARS = 2_048;

const body = z.object({
  transaction: z.base64().max(MAX_TRANSACTION_CHARS).transform(decodeBase64),
});

/** Sends a transaction that the demo wallet signed to the local chain; 404 on other clusters. */
export async function action(args: ActionFunctionArgs) {
  await limitDemo(args);
  const { transaction } = await readJson(args.request, body);
  const signature = await sendFromDemo({ transaction }, args.context.ports);
  return Response.json({ signature });
}
