import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireGuest } from "../http/guest";
import { answerOrder } from "../http/order-calls";

/** The state of an order, for the browser that opened it. */
export async function loader(args: LoaderFunctionArgs) {
  return answerOrder(await requireGuest(args), args);
}
