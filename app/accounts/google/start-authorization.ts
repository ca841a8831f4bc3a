import { type AppLoadContext, data } from "@remix-run/cloudflare";
import { fixedT } from "../../http/locale";
import { limitByIp } from "../../http/rate-limit";
import { authenticateGoogle } from "./authenticate-google";
import type { Flow } from "./flow";
import { oauthErrorPage } from "./oauth-error-page";

/** Sized for many visitors behind one network address. */
const START_RATE_LIMIT = { name: "google", limit: 300, windowMs: 60_000 };

/** The redirect to Google, with the cookie of the flow; else the data of the error page. */
export async function startAuthorization(
  args: { request: Request; context: AppLoadContext },
  intent: Pick<Flow, "purpose" | "uid" | "to">,
) {
  try {
    await limitByIp(args, START_RATE_LIMIT);
    await authenticateGoogle(args, intent);
    throw new Error("the start of a flow returned claims");
  } catch (answer) {
    return answer instanceof Response ? answer : oauthErrorPage(answer, args, intent);
  }
}

/**
 * The same by a page that refreshes to Google: browsers apply a form's `form-action` policy to every
 * redirect that follows it, and the user may come from the password form.
 */
export async function startAuthorizationViaInterstitial(
  ...args: Parameters<typeof startAuthorization>
) {
  const answer = await startAuthorization(...args);
  if (!(answer instanceof Response)) return answer;
  const onward = answer.headers.get("Location") ?? "";
  const title = fixedT(args[0].request, "google")("leaving.title");
  const headers = new Headers({ Refresh: `0; url=${onward}` });
  headers.append("Set-Cookie", answer.headers.get("Set-Cookie") ?? "");
  return data({ title, onward }, { headers });
}

/** Fetch Metadata, which all browsers send since 2023. */
const fetchSite = (request: Request) => request.headers.get("Sec-Fetch-Site");

/** False for a link or image on another site. True for a typed address, and without the header. */
export function isNotCrossSite(request: Request): boolean {
  return !/^(cross-site|same-site)$/.test(fetchSite(request) ?? "");
}

/** True for our own pages only: required to start what changes an account. */
export function isSameOrigin(request: Request): boolean {
  return fetchSite(request) === "same-origin";
}
