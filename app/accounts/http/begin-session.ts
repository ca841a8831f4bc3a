import { type AppLoadContext, redirectDocument } from "@remix-run/cloudflare";
import { flash, type ToastKey } from "../../http/flash";
import { sessionCookie } from "../../http/session";
import { openSession } from "../use-cases/sessions";

interface Args {
  request: Request;
  context: AppLoadContext;
}

/**
 * Opens a session after a login and returns its `Set-Cookie` value. `countsAsReauth` is false where
 * the login does not count as a re-authentication.
 */
export async function beginSession(
  uid: string,
  { request, context }: Args,
  countsAsReauth = true,
): Promise<string> {
  const token = await openSession(
    {
      uid,
      countsAsReauth,
      userAgent: request.headers.get("User-Agent") ?? "",
      replaces: context.visitor.sessionToken,
    },
    context.ports,
  );
  context.visitor.forget();
  return sessionCookie(token, context.ports.settings.appOrigin);
}

/**
 * For after a new secret ended every session of the user: opens a new one for this browser and
 * redirects to `to` with a toast. `cookie` is a further `Set-Cookie` value for the next page.
 */
export async function rotateSession(
  uid: string,
  { to, toast, cookie }: { to: string; toast: ToastKey; cookie?: string },
  args: Args,
) {
  const headers = new Headers({ "Set-Cookie": await beginSession(uid, args) });
  headers.append("Set-Cookie", flash(toast, args.context));
  if (cookie) headers.append("Set-Cookie", cookie);
  return redirectDocument(to, { headers });
}
