const HOUR_MS = 3_600_000;

/** A session expires after this time without use; buyers may return after two weeks. */
export const SESSION_IDLE_MS = 14 * 24 * HOUR_MS;
/** A session expires after this time even if it is used. */
export const SESSION_ABSOLUTE_MS = 60 * 24 * HOUR_MS;
/** Shortest interval between writes of the last use, to avoid a write for each request. */
export const SESSION_TOUCH_MS = HOUR_MS;

/** Maximum age of the re-authentication for changes of the payout wallet or of login methods. */
export const REAUTH_WINDOW_MS = 10 * 60_000;

/** Epoch ms at which a session expires if it is not used again. */
export function sessionExpiry(session: { createdAt: number; lastSeenAt: number }): number {
  return Math.min(session.lastSeenAt + SESSION_IDLE_MS, session.createdAt + SESSION_ABSOLUTE_MS);
}
