import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { endSessionCookie } from "../../http/session";
import { paths } from "../../lib/paths";
import { signOut } from "../use-cases/sessions";

/** Only POST signs out, so that a link on another site can't. */
export function loader() {
  return redirect(paths.home);
}

export async function action({ context }: ActionFunctionArgs) {
  const { appOrigin } = context.ports.settings;
  const { sessionToken: token } = context.visitor;
  if (token) await signOut({ token }, context.ports);
  context.visitor.forget();
  return redirect(paths.home, { headers: { "Set-Cookie": endSessionCookie(appOrigin) } });
}
