import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { readJson } from "../../http/read-json";
import { decodeBase64 } from "../../lib/base64";
import { limitDemo } from "../http/demo-wallet";
import { sendFromDemo } from "../use-cases/demo-wallet";

const body = z.object({
  transaction: z.base64().max(2_048).transform(decodeBase64),
});

/** Hands a transaction that the demo wallet signed to the local chain; 404 on any other network. */
export async function action(args: ActionFunctionArgs) {
  await limitDemo(args);
  const { transaction } = await readJson(args.request, body);
  const signature = await sendFromDemo({ transaction }, args.context.ports);
  return Response.json({ signature });
}
