import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireGuest } from "../http/guest";
import { limitGuests } from "../http/limit-orders";
import { answerTransaction } from "../http/order-calls";

/** The transaction of a guest's order for a wallet of the browser. */
export async function action(args: ActionFunctionArgs) {
  const guest = await requireGuest(args);
  await limitGuests(args);
  return answerTransaction(guest, args);
}
