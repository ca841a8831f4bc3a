import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { endSessionCookie, readSessionToken } from "../../http/session";
import { forgetViewer } from "../../http/viewer";
import { signOut } from "../use-cases/sign-out";

/** Nothing to see here: only the button signs out, so that a link from elsewhere can't. */
export function loader() {
  return redirect("/");
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { appOrigin } = context.ports.settings;
  const token = readSessionToken(request, appOrigin);
  if (token) await signOut({ token }, context.ports);
  forgetViewer(context);
  return redirect("/", { headers: { "Set-Cookie": endSessionCookie(appOrigin) } });
}
