import { type AppLoadContext, redirectDocument } from "@remix-run/cloudflare";
import { flash, type ToastKey } from "../../http/flash";
import { sessionCookie } from "../../http/session";
import { openSession } from "../use-cases/sessions";
import { deviceCookie } from "./device-cookie";

interface Args {
  request: Request;
  context: AppLoadContext;
}

/**
 * Opens a session after a login and returns headers with its cookie and that of the device.
 * `countsAsReauth` is false where the login does not count as a re-authentication.
 */
export async function beginSession(
  uid: string,
  { request, context }: Args,
  countsAsReauth = true,
): Promise<Headers> {
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
  const cookie = sessionCookie(token, context.ports.settings.appOrigin);
  const headers = new Headers({ "Set-Cookie": cookie });
  const device = await deviceCookie(uid, { request, context });
  if (device) headers.append("Set-Cookie", device);
  return headers;
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
  const headers = await beginSession(uid, args);
  headers.append("Set-Cookie", flash(toast, args.context));
  if (cookie) headers.append("Set-Cookie", cookie);
  return redirectDocument(to, { headers });
}
