import { type AppLoadContext, data } from "@remix-run/cloudflare";
import { fixedT } from "../../http/locale";
import { limitByIp } from "../../http/rate-limit";
import { authenticateGoogle } from "./authenticate-google";
import type { Flow } from "./flow";
import { oauthErrorPage } from "./oauth-error-page";

/** A whole event can share one address. */
const STARTS = { name: "google", limit: 300, windowMs: 60_000 };

/** The redirect to Google with the cookie that its answer has to match; else what to show instead. */
export async function startAuthorization(
  args: { request: Request; context: AppLoadContext },
  intent: Pick<Flow, "purpose" | "uid" | "to">,
) {
  try {
    await limitByIp(args, STARTS);
    await authenticateGoogle(args, intent);
    throw new Error("nobody is let in at the start");
  } catch (answer) {
    return answer instanceof Response ? answer : oauthErrorPage(answer, args.request, intent);
  }
}

/**
 * The same by way of a page that goes on by itself. Somebody may be here because a form led them
 * (to give a password first), and browsers hold every redirect after a form to the form's policy.
 */
export async function startAuthorizationViaInterstitial(
  ...args: Parameters<typeof startAuthorization>
) {
  const answer = await startAuthorization(...args);
  if (!(answer instanceof Response)) return answer;
  const onward = answer.headers.get("Location") ?? "";
  const title = (await fixedT(args[0].request, "google"))("leaving.title");
  const headers = new Headers({ Refresh: `0; url=${onward}` });
  headers.append("Set-Cookie", answer.headers.get("Set-Cookie") ?? "");
  return data({ title, onward }, { headers });
}
