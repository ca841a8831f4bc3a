import type { Clock } from "../../lib/ports";
import type { SessionRecord, Sessions } from "../ports";
import { SESSION_TOUCH_MS, sessionExpiry } from "../rules/session-lifetime";
import type { User } from "../rules/user";
import { hashToken } from "./hash-token";

/** The person behind a session token, or null where it is unknown or over. Notes that it was used. */
export async function readSession(
  input: { token: string },
  deps: { sessions: Sessions; clock: Clock },
): Promise<{ user: User; session: SessionRecord } | null> {
  const tokenHash = await hashToken(input.token);
  const found = await deps.sessions.find(tokenHash);
  const now = deps.clock.now();
  if (!found || found.session.expiresAt <= now) return null;
  if (now - found.session.lastSeenAt >= SESSION_TOUCH_MS) {
    const { createdAt } = found.session;
    const expiresAt = sessionExpiry({ createdAt, lastSeenAt: now });
    await deps.sessions.touch(tokenHash, { lastSeenAt: now, expiresAt });
  }
  return found;
}
