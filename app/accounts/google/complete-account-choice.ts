import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { beginSession } from "../http/begin-session";
import { joinGoogleToPassword } from "../use-cases/join-google-to-password";
import { openGoogleAccount } from "../use-cases/open-google-account";
import { consumeOnce } from "./consume-once";
import type { Arrival } from "./flow";

type Choice = { intent: "link"; password: string } | { intent: "separate" };

/** Opens the account that somebody chose and leads them on. Throws what a wrong password throws, and `expired`. */
export async function completeAccountChoice(
  choice: Choice,
  { arrival, clearCookie }: { arrival: Arrival; clearCookie: string },
  args: { request: Request; context: AppLoadContext },
): Promise<Response> {
  const { ports } = args.context;
  const { identity, to, state } = arrival;
  const uid =
    choice.intent === "link"
      ? await joinGoogleToPassword({ identity, password: choice.password }, ports)
      : await openGoogleAccount(identity, ports);
  // A wrong password may be tried again; what has opened an account opens none a second time.
  await consumeOnce(`google-choice:${state}`, ports);
  const headers = new Headers({ "Set-Cookie": clearCookie });
  headers.append("Set-Cookie", await beginSession(uid, args));
  return redirect(to, { headers });
}
