import type { AppLoadContext } from "@remix-run/cloudflare";
import { sessionCookie } from "../../http/session";
import { openSession } from "../use-cases/open-session";

/**
 * Opens a session for somebody who has just come in; the `Set-Cookie` value comes back. `proven` is
 * false where that did not show who is there, as for what needs a fresh proof.
 */
export async function beginSession(
  uid: string,
  { request, context }: { request: Request; context: AppLoadContext },
  proven = true,
): Promise<string> {
  const { appOrigin } = context.ports.settings;
  const token = await openSession(
    {
      uid,
      proven,
      userAgent: request.headers.get("User-Agent") ?? "",
      replaces: context.visitor.sessionToken,
    },
    context.ports,
  );
  context.visitor.forget();
  return sessionCookie(token, appOrigin);
}
