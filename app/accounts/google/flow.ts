import {
  type AppLoadContext,
  createCookieSessionStorage,
  type Session,
} from "@remix-run/cloudflare";
import { z } from "zod";
import { COOKIES, cookieOptions } from "../../http/cookies";
import type { Clock, RateLimits, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { believedSecrets } from "../../lib/session-secrets";

/** Lifetime of a flow: long enough for a second factor, short for a cookie that is left behind. */
export const FLOW_MS = COOKIES.google.maxAgeSeconds * 1000;

const flow = z.object({
  /** Why the user is sent to Google. */
  purpose: z.enum(["sign-in", "link", "reauthenticate"]),
  /** The user who started it; null for a visitor. */
  uid: z.string().nullable(),
  /** Local path to go to afterwards. */
  to: z.string(),
  state: z.string(),
  nonce: z.string(),
  /** RFC 7636: the secret whose hash is in the authorization request. */
  verifier: z.string(),
  startedAt: z.number(),
});

const pendingIdentity = z.object({
  identity: z.object({
    issuer: z.string(),
    subject: z.string(),
    email: z.string(),
  }),
  to: z.string(),
  /** The state of its flow, so that the choice is accepted once. */
  state: z.string(),
  arrivedAt: z.number(),
});

/** An authorization under way, which the callback has to match. */
export type Flow = z.output<typeof flow>;
/** An identity that Google verified, whose user has yet to choose which account to open. */
export type PendingIdentity = z.output<typeof pendingIdentity>;

export type GoogleSession = Session<{ flow: Flow; arrival: PendingIdentity }>;

/**
 * A signed cookie, so that another site can't deliver an answer of Google's here (login CSRF) or
 * plant a flow.
 */
export async function googleSessions(settings: Settings) {
  const secrets = await believedSecrets(settings);
  return createCookieSessionStorage<{ flow: Flow; arrival: PendingIdentity }>({
    cookie: {
      ...cookieOptions("google", settings.appOrigin),
      // Of its own, so that no other signed value is accepted here.
      secrets: secrets.map((secret) => `google:${secret}`),
    },
  });
}

/** The flow under way, or null where there is none or it expired. */
export function flowIn(session: GoogleSession, now: number): Flow | null {
  const found = flow.safeParse(session.get("flow")).data;
  return found && now - found.startedAt < FLOW_MS ? found : null;
}

/** The pending identity, or null where there is none or it expired. */
function pendingIdentityIn(session: GoogleSession, now: number): PendingIdentity | null {
  const found = pendingIdentity.safeParse(session.get("arrival")).data;
  return found && now - found.arrivedAt < FLOW_MS ? found : null;
}

interface Args {
  request: Request;
  context: AppLoadContext;
}

export interface PendingFlow {
  session: GoogleSession;
  /** The flow that this callback belongs to; null where it belongs to none. */
  flow: Flow | null;
  /** `Set-Cookie` value that ends the flow, since an answer is accepted once. Null leaves another flow alone. */
  clearCookie: string | null;
}

/** The flow in the cookie of a callback request. */
export async function readPendingFlow({ request, context }: Args): Promise<PendingFlow> {
  const { settings, clock } = context.ports;
  const sessions = await googleSessions(settings);
  const session = await sessions.getSession(request.headers.get("Cookie"));
  const found = flowIn(session, clock.now());
  const state = new URL(request.url).searchParams.get("state");
  const flow = found && found.state === state ? found : null;
  return { session, flow, clearCookie: flow && (await sessions.destroySession(session)) };
}

/** The pending identity in a request's cookie, and the `Set-Cookie` value that removes it; or null. */
export async function readPendingIdentity({
  request,
  context,
}: Args): Promise<{ pending: PendingIdentity; clearCookie: string } | null> {
  const { settings, clock } = context.ports;
  const sessions = await googleSessions(settings);
  const session = await sessions.getSession(request.headers.get("Cookie"));
  const pending = pendingIdentityIn(session, clock.now());
  return pending && { pending, clearCookie: await sessions.destroySession(session) };
}

/** Returns for the first use of a key and throws `expired` for every other one, concurrent or later. */
export async function consumeOnce(
  key: string,
  { rateLimits, clock }: { rateLimits: RateLimits; clock: Clock },
): Promise<void> {
  const { count } = await rateLimits.increment(key, clock.now(), FLOW_MS);
  if (count > 1) throw new Problem("expired", { messageKey: "google:expired" });
}
