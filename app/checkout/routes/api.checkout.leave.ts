import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireGuest } from "../http/guest";
import { answerLeave } from "../http/order-calls";

/** Gives up the place of a signed payment of a guest that waits for a unit of stock. */
export async function action(args: ActionFunctionArgs) {
  return answerLeave(await requireGuest(args), args);
}
