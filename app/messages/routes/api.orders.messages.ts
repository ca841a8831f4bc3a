import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { readJson } from "../../http/read-json";
import { requireViewerJson } from "../../http/viewer";
import { limitMessages } from "../http/limit-messages";
import { sendMessage } from "../use-cases/send-message";

const schema = z.object({ text: z.string() });

/** The buyer or the seller of an order writes to the other. */
export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args;
  const { uid } = await requireViewerJson(args);
  await limitMessages(args, uid);
  const { text } = await readJson(request, schema);
  const address = { kind: "order", orderId: params.id ?? "" } as const;
  const sent = await sendMessage({ address, uid, text }, context.ports);
  return Response.json(sent, { status: 201 });
}
