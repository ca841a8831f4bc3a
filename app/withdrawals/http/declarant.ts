import type { AppLoadContext } from "@remix-run/cloudflare";
import { readGuest } from "../../checkout/http/guest";
import { readViewer } from "../../http/viewer";
import type { Declarant } from "../use-cases/find-contract";

/** Who sends the request: the account that is signed in, and the browser as a guest. */
export async function readDeclarant(args: {
  request: Request;
  context: AppLoadContext;
}): Promise<Declarant> {
  const [account, guest] = await Promise.all([readViewer(args), readGuest(args)]);
  return { account, guest };
}
