import { SESSION_TOUCH_MS, sessionExpiry } from "../domain/session-lifetime";
import type { User } from "../domain/user";
import type { Ports, SessionRecord } from "../ports";
import { hashToken } from "./hash-token";

/** The person behind a session token, or null where it is unknown or over. Notes that it was used. */
export async function readSession(
  input: { token: string },
  deps: Pick<Ports, "sessions" | "clock">,
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
