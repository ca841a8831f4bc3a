import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { linkToAsked } from "../../products/http/position";
import { requireGuest } from "../http/guest";

/** Redirects to the file that a guest's own payment bought; with `?item=` to that of an item of a bundle. */
export async function loader(args: LoaderFunctionArgs) {
  const item = new URL(args.request.url).searchParams.get("item");
  const input = { orderId: args.params.id ?? "", item, guest: await requireGuest(args) };
  const downloadUrl = await args.context.ports.checkout.readGuestsFile(input);
  return redirect(linkToAsked(args.request, downloadUrl));
}
