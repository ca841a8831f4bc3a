import { type AppLoadContext, redirectDocument } from "@remix-run/cloudflare";
import { beginSession } from "./begin-session";
import { flash } from "./flash";

/** After every session of a person ended with a new secret: a new one here, a message, and on to `to`. */
export async function afterNewSecret(
  uid: string,
  { to, toast }: { to: string; toast: string },
  args: { request: Request; context: AppLoadContext },
) {
  const headers = new Headers({ "Set-Cookie": await beginSession(uid, args) });
  headers.append("Set-Cookie", flash(toast));
  return redirectDocument(to, { headers });
}
