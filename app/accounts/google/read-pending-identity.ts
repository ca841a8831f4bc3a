import type { AppLoadContext } from "@remix-run/cloudflare";
import { type Arrival, arrivalIn, googleSessions } from "./flow";

/** Whom Google proved and who has yet to choose, and the `Set-Cookie` that forgets it; or null. */
export async function readPendingIdentity(args: {
  request: Request;
  context: AppLoadContext;
}): Promise<{ arrival: Arrival; clearCookie: string } | null> {
  const { settings, clock } = args.context.ports;
  const sessions = googleSessions(settings);
  const session = await sessions.getSession(args.request.headers.get("Cookie"));
  const arrival = arrivalIn(session, clock.now());
  return arrival && { arrival, clearCookie: await sessions.destroySession(session) };
}
