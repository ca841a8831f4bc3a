import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireAccountBuyer } from "../http/guest";
import { answerTransaction } from "../http/order-calls";

/** The transaction of an order for a wallet of its buyer's browser. */
export async function action(args: ActionFunctionArgs) {
  return answerTransaction(await requireAccountBuyer(args), args);
}
