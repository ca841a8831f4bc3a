import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAccountBuyer } from "../http/guest";
import { answerLive } from "../http/order-calls";

/** A WebSocket that sends every change of an order to the buyer's page. */
export async function loader(args: LoaderFunctionArgs) {
  return answerLive(await requireAccountBuyer(args), args);
}
