import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireGuest } from "../../checkout/http/guest";
import { proofResponse } from "../http/proof-response";
import { provePurchase } from "../use-cases/prove-purchase";

/** The signed proof of what a guest's own payment bought. */
export async function loader(args: LoaderFunctionArgs) {
  const orderId = args.params.id ?? "";
  const input = { orderId, buyer: await requireGuest(args) };
  return proofResponse(await provePurchase(input, args.context.ports), orderId);
}
