import type { AppLoadContext } from "@remix-run/cloudflare";
import { limitAddress } from "../rate-limit";
import { authenticateGoogle } from "./authenticate-google";
import type { OpenIdOptions } from "./openid-strategy";

/** A whole event can share one address. */
const STARTS = { name: "google", limit: 300, windowMs: 60_000 };

/** The redirect to Google, with the cookie that its answer has to match. Throws what is refused. */
export async function leaveForGoogle(
  args: { request: Request; context: AppLoadContext },
  trip: NonNullable<OpenIdOptions["trip"]>,
): Promise<Response> {
  await limitAddress(args, STARTS);
  try {
    await authenticateGoogle(args, trip);
  } catch (answer) {
    if (answer instanceof Response) return answer;
    throw answer;
  }
  throw new Error("nobody is let in at the start");
}

/** The same for a page's script, which goes there by itself: `{ location }`. */
export async function leaveByScript(...args: Parameters<typeof leaveForGoogle>): Promise<Response> {
  const { headers } = await leaveForGoogle(...args);
  const location = headers.get("Location");
  return Response.json(
    { location },
    { headers: { "Set-Cookie": headers.get("Set-Cookie") ?? "" } },
  );
}
