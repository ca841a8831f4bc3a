import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireGuest } from "../http/guest";
import { limitGuests } from "../http/limit-orders";
import { answerSignature } from "../http/order-calls";

/** A guest's browser reports the signature of the transaction that its wallet sent. */
export async function action(args: ActionFunctionArgs) {
  const guest = await requireGuest(args);
  await limitGuests(args);
  return answerSignature(guest, args);
}
