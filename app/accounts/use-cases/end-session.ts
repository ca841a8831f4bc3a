import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Sessions } from "../ports";
import { sessionId } from "./list-sessions";

/** Ends one of a person's own sessions. Throws `not_found` for anybody else's, and for one that is over. */
export async function endSession(
  input: { uid: string; id: string },
  deps: { sessions: Sessions; clock: Clock },
): Promise<void> {
  const own = await deps.sessions.listOf(input.uid, deps.clock.now());
  const found = own.find(({ tokenHash }) => sessionId(tokenHash) === input.id);
  if (!found) throw new Problem("not_found");
  await deps.sessions.remove(found.tokenHash);
}
