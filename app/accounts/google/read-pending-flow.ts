import type { AppLoadContext } from "@remix-run/cloudflare";
import { type Flow, flowIn, type GoogleSession, googleSessions } from "./flow";

export interface OpenFlow {
  session: GoogleSession;
  /** The flow under way that this answer of Google's belongs to; null where it belongs to none. */
  flow: Flow | null;
  /** `Set-Cookie` that ends it: an answer counts once. Another flow under way goes on. */
  clearCookie: string | null;
}

/** What the browser keeps of its way to Google, at the callback. */
export async function readPendingFlow(args: {
  request: Request;
  context: AppLoadContext;
}): Promise<OpenFlow> {
  const { settings, clock } = args.context.ports;
  const sessions = googleSessions(settings);
  const session = await sessions.getSession(args.request.headers.get("Cookie"));
  const found = flowIn(session, clock.now());
  const state = new URL(args.request.url).searchParams.get("state");
  const flow = found && found.state === state ? found : null;
  return { session, flow, clearCookie: flow && (await sessions.destroySession(session)) };
}
