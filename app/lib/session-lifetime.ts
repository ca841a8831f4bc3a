const HOUR_MS = 3_600_000;

/** A session nobody used for this long is over. A buyer who comes back within two weeks stays signed in. */
export const SESSION_IDLE_MS = 14 * 24 * HOUR_MS;
/** However much it is used, a session ends after this. */
export const SESSION_ABSOLUTE_MS = 60 * 24 * HOUR_MS;
/** Use is noted at most this often: a write for each request would cost more than the precision is worth. */
export const SESSION_TOUCH_MS = HOUR_MS;

/** Epoch ms at which a session ends when it is not used again. */
export function sessionExpiry(session: { createdAt: number; lastSeenAt: number }): number {
  return Math.min(session.lastSeenAt + SESSION_IDLE_MS, session.createdAt + SESSION_ABSOLUTE_MS);
}
