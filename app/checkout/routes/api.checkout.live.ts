import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireGuest } from "../http/guest";
import { answerLive } from "../http/order-calls";

/** A WebSocket that sends every change of an order to the guest's page. */
export async function loader(args: LoaderFunctionArgs) {
  return answerLive(await requireGuest(args), args);
}
