import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAccountBuyer } from "../http/guest";
import { answerOrder } from "../http/order-calls";

/** The state of an order, for its buyer and its seller. */
export async function loader(args: LoaderFunctionArgs) {
  return answerOrder(await requireAccountBuyer(args), args);
}
