import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireAccountBuyer } from "../http/guest";
import { answerSend } from "../http/order-calls";

/** Sends the order's signed transaction for a wallet that can't send. */
export async function action(args: ActionFunctionArgs) {
  return answerSend(await requireAccountBuyer(args), args);
}
