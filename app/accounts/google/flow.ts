import { createCookieSessionStorage, type Session } from "@remix-run/cloudflare";
import { z } from "zod";
import { COOKIES, cookieOptions } from "../../http/cookies";
import type { Settings } from "../../lib/ports";

/** What somebody went to Google for. */
export const PURPOSES = ["sign-in", "link", "proof"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** A way to Google and back: long enough for a second factor, short for a cookie left behind. */
export const FLOW_MS = COOKIES.google.maxAgeSeconds * 1000;

const flow = z.object({
  purpose: z.enum(PURPOSES),
  /** Who set out; null for a visitor. */
  uid: z.string().nullable(),
  /** Local path to go to afterwards. */
  to: z.string(),
  state: z.string(),
  nonce: z.string(),
  /** RFC 7636, the secret whose hash went along. */
  verifier: z.string(),
  startedAt: z.number(),
});

const arrival = z.object({
  identity: z.object({
    issuer: z.string(),
    subject: z.string(),
    email: z.string(),
    name: z.string(),
  }),
  to: z.string(),
  /** Of the flow that it came by: what is chosen counts once. */
  state: z.string(),
  arrivedAt: z.number(),
});

/** What a browser takes along to Google, and what the answer has to match. */
export type Flow = z.output<typeof flow>;
/** Somebody whom Google proved, and who has yet to say which account to open. */
export type Arrival = z.output<typeof arrival>;

export type GoogleSession = Session<{ flow: Flow; arrival: Arrival }>;

/**
 * Kept in the browser alone: a signed cookie, so that nobody else can bring an answer of Google's
 * here (login CSRF), nor plant a flow of their own.
 */
export function googleSessions({ appOrigin, sessionSecret }: Settings) {
  return createCookieSessionStorage<{ flow: Flow; arrival: Arrival }>({
    cookie: {
      ...cookieOptions("google", appOrigin),
      // A secret of its own: no other signed value can stand in for this one.
      secrets: [`google:${sessionSecret}`],
    },
  });
}

/** The flow under way, or null where there is none or it took too long. */
export function flowIn(session: GoogleSession, now: number): Flow | null {
  const found = flow.safeParse(session.get("flow")).data;
  return found && now - found.startedAt < FLOW_MS ? found : null;
}

/** The person who has yet to choose, or null. */
export function arrivalIn(session: GoogleSession, now: number): Arrival | null {
  const found = arrival.safeParse(session.get("arrival")).data;
  return found && now - found.arrivedAt < FLOW_MS ? found : null;
}
