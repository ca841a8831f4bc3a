import type { Clock } from "../../lib/ports";
import type { Sessions } from "../ports";
import { type Device, readDevice } from "../rules/device";
import { hashToken } from "./hash-token";

export interface ListedSession {
  /** Names the session among this person's own; opens nothing. */
  id: string;
  here: boolean;
  device: Device;
  /** Epoch ms. */
  createdAt: number;
  /** Epoch ms, precise to the hour. */
  lastSeenAt: number;
}

/** Half of the hash: enough to tell a person's sessions apart, too little to be the stored key. */
const ID_CHARS = 32;

/** A person's sessions, this one first, then the one used last. */
export async function listSessions(
  input: { uid: string; token: string },
  deps: { sessions: Sessions; clock: Clock },
): Promise<ListedSession[]> {
  const here = await hashToken(input.token);
  const found = await deps.sessions.listOf(input.uid, deps.clock.now());
  const listed = found.map(({ tokenHash, userAgent, createdAt, lastSeenAt }) => ({
    id: sessionId(tokenHash),
    here: tokenHash === here,
    device: readDevice(userAgent),
    createdAt,
    lastSeenAt,
  }));
  return listed.sort((a, b) => Number(b.here) - Number(a.here));
}

/** What a page calls a session. */
export function sessionId(tokenHash: string): string {
  return tokenHash.slice(0, ID_CHARS);
}
