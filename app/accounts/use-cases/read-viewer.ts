import type { Clock } from "../../lib/ports";
import { SESSION_TOUCH_MS, sessionExpiry } from "../../lib/session-lifetime";
import type { Viewer } from "../../lib/viewer";
import type { Sessions } from "../ports";
import { hashToken } from "./hash-token";

/** Who a session token belongs to, or null where it is unknown or over. Notes that it was used. */
export async function readViewer(
  input: { token: string },
  deps: { sessions: Sessions; clock: Clock },
): Promise<Viewer | null> {
  const tokenHash = await hashToken(input.token);
  const found = await deps.sessions.find(tokenHash);
  const now = deps.clock.now();
  if (!found || found.session.expiresAt <= now) return null;
  if (now - found.session.lastSeenAt >= SESSION_TOUCH_MS) {
    const { createdAt } = found.session;
    const expiresAt = sessionExpiry({ createdAt, lastSeenAt: now });
    await deps.sessions.touch(tokenHash, { lastSeenAt: now, expiresAt });
  }
  const { uid, displayName, email, wallet, plan } = found.user;
  const { reauthenticatedAt } = found.session;
  return { uid, displayName, email, wallet, plan, reauthenticatedAt };
}
