import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireGuest } from "../http/guest";
import { limitGuests } from "../http/limit-orders";
import { answerSend } from "../http/order-calls";

/** Takes the transaction that a guest's wallet has signed, and the server co-signs. */
export async function action(args: ActionFunctionArgs) {
  const guest = await requireGuest(args);
  await limitGuests(args);
  return answerSend(guest, args);
}
