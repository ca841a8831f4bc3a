import type { Clock, Ids } from "../../lib/ports";
import { sessionExpiry } from "../../lib/session-lifetime";
import type { Sessions } from "../ports";
import { hashToken } from "./hash-token";

const USER_AGENT_CHARS = 200;

/**
 * Begins a session for somebody who has just come in; `proven` makes that count as the fresh proof
 * that changing money or ways in needs. A session that the browser held
 * before ends: its token never becomes the new one's (session fixation). Returns the token, which
 * is stored nowhere.
 */
export async function openSession(
  input: { uid: string; proven: boolean; userAgent: string; replaces: string | null },
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
    reauthenticatedAt: input.proven ? now : 0,
    userAgent: input.userAgent.slice(0, USER_AGENT_CHARS),
  });
  if (input.replaces) await deps.sessions.remove(await hashToken(input.replaces));
  return token;
}
