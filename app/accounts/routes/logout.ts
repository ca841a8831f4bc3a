import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { endSessionCookie } from "../../http/session";
import { signOut } from "../use-cases/sign-out";

/** Nothing to see here: only the button signs out, so that a link from elsewhere can't. */
export function loader() {
  return redirect("/");
}

export async function action({ context }: ActionFunctionArgs) {
  const { appOrigin } = context.ports.settings;
  const { sessionToken: token } = context.visitor;
  if (token) await signOut({ token }, context.ports);
  context.visitor.forget();
  return redirect("/", { headers: { "Set-Cookie": endSessionCookie(appOrigin) } });
}
