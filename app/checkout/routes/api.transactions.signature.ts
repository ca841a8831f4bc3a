import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireAccountBuyer } from "../http/guest";
import { answerSignature } from "../http/order-calls";

/** The buyer's browser reports the signature of the transaction that it sent. */
export async function action(args: ActionFunctionArgs) {
  return answerSignature(await requireAccountBuyer(args), args);
}
