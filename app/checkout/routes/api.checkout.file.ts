import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { linkToAsked } from "../../products/http/position";
import { requireGuest } from "../http/guest";

/** Redirects to the file that a guest's own payment bought. */
export async function loader(args: LoaderFunctionArgs) {
  const input = { orderId: args.params.id ?? "", guest: await requireGuest(args) };
  const downloadUrl = await args.context.ports.checkout.readGuestsFile(input);
  return redirect(linkToAsked(args.request, downloadUrl));
}
