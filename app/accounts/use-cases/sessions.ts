import type { Sessions } from "../../../db/accounts/sessions";
import type { WalletChallenges } from "../../../db/accounts/wallet-challenges";
import type { Clock, Ids, RateLimits } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { SESSION_TOUCH_MS, sessionExpiry } from "../../lib/session-lifetime";
import { type Device, readDevice } from "../rules/device";
import { hashToken } from "./hash-token";

const USER_AGENT_MAX_CHARS = 200;
/** Half of the hash: enough to tell one user's sessions apart, too little to be the stored key. */
const SESSION_ID_CHARS = 32;

/**
 * Opens a session after a login and returns its token, of which only the hash is stored.
 * `countsAsReauth` makes the login count as a re-authentication. The session that the browser had
 * before ends (`replaces`, its token), and its token is never reused (session fixation).
 */
export async function openSession(
  input: { uid: string; countsAsReauth: boolean; userAgent: string; replaces: string | null },
  deps: { sessions: Sessions; clock: Clock; ids: Ids },
): Promise<string> {
  const token = deps.ids.token();
  const now = deps.clock.now();
  const times = { createdAt: now, lastSeenAt: now };
  await deps.sessions.insert({
    tokenHash: await hashToken(token),
    uid: input.uid,
    ...times,
    expiresAt: sessionExpiry(times),
    reauthenticatedAt: input.countsAsReauth ? now : 0,
    userAgent: input.userAgent.slice(0, USER_AGENT_MAX_CHARS),
  });
  if (input.replaces) await deps.sessions.remove(await hashToken(input.replaces));
  return token;
}

/** The user of a session token, or null where it is unknown or expired. Updates when it was last used. */
export async function userOfSession(
  input: { token: string },
  deps: { sessions: Sessions; clock: Clock },
) {
  const tokenHash = await hashToken(input.token);
  const found = await deps.sessions.find(tokenHash);
  const now = deps.clock.now();
  if (!found || found.session.expiresAt <= now) return null;
  if (now - found.session.lastSeenAt >= SESSION_TOUCH_MS) {
    const { createdAt } = found.session;
    const expiresAt = sessionExpiry({ createdAt, lastSeenAt: now });
    await deps.sessions.touch(tokenHash, { lastSeenAt: now, expiresAt });
  }
  const { uid, displayName, email, wallet } = found.user;
  const { reauthenticatedAt } = found.session;
  const { unreadThreads } = found;
  return { uid, displayName, email, wallet, reauthenticatedAt, unreadThreads };
}

export interface ListedSession {
  /** Identifies the session among those of its user; it is not a credential. */
  id: string;
  /** True for the session that asks. */
  here: boolean;
  device: Device;
  /** Epoch ms. */
  createdAt: number;
  /** Epoch ms, precise to the hour. */
  lastSeenAt: number;
}

/** A user's sessions: the current one first, then by last use. */
export async function listSessions(
  input: { uid: string; token: string },
  deps: { sessions: Sessions; clock: Clock },
): Promise<ListedSession[]> {
  const current = await hashToken(input.token);
  const found = await deps.sessions.listOf(input.uid, deps.clock.now());
  const listed = found.map(({ tokenHash, userAgent, createdAt, lastSeenAt }) => ({
    id: sessionId(tokenHash),
    here: tokenHash === current,
    device: readDevice(userAgent),
    createdAt,
    lastSeenAt,
  }));
  return listed.sort((a, b) => Number(b.here) - Number(a.here));
}

/** The id of a session in pages and forms. */
export function sessionId(tokenHash: string): string {
  return tokenHash.slice(0, SESSION_ID_CHARS);
}

/** Ends one of the user's own sessions. Throws `not_found` for any other session, and for an expired one. */
export async function endSession(
  input: { uid: string; id: string },
  deps: { sessions: Sessions; clock: Clock },
): Promise<void> {
  const own = await deps.sessions.listOf(input.uid, deps.clock.now());
  const found = own.find(({ tokenHash }) => sessionId(tokenHash) === input.id);
  if (!found) throw new Problem("not_found");
  await deps.sessions.remove(found.tokenHash);
}

/** Ends a session on the server, so that copies of its token stop working too. */
export async function signOut(
  input: { token: string },
  deps: { sessions: Sessions },
): Promise<void> {
  await deps.sessions.remove(await hashToken(input.token));
}

/** Ends all of the user's sessions except the current one. */
export async function signOutOthers(
  input: { uid: string; token: string },
  deps: { sessions: Sessions },
): Promise<void> {
  await deps.sessions.removeOthers(input.uid, await hashToken(input.token));
}

/** Deletes expired sessions, wallet challenges and rate counters. Reads already ignore them. */
export async function purgeExpired(deps: {
  sessions: Sessions;
  walletChallenges: WalletChallenges;
  rateLimits: RateLimits;
  clock: Clock;
}): Promise<void> {
  const now = deps.clock.now();
  await deps.sessions.removeExpired(now);
  await deps.walletChallenges.removeExpired(now);
  await deps.rateLimits.removeExpired(now);
}
