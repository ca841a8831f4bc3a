import { type AppLoadContext, redirectDocument } from "@remix-run/cloudflare";
import { flash, type ToastKey } from "../../http/flash";
import { beginSession } from "./begin-session";

/** After every session of a person ended with a new secret: a new one here, a message, and on to `to`. `cookie` is one more that the next page needs. */
export async function rotateSession(
  uid: string,
  { to, toast, cookie }: { to: string; toast: ToastKey; cookie?: string },
  args: { request: Request; context: AppLoadContext },
) {
  const headers = new Headers({ "Set-Cookie": await beginSession(uid, args) });
  headers.append("Set-Cookie", flash(toast, args.context));
  if (cookie) headers.append("Set-Cookie", cookie);
  return redirectDocument(to, { headers });
}
