import type { Sessions } from "../ports";
import { hashToken } from "./hash-token";

/** Ends a session on the server: its token opens nothing any more, wherever it was copied to. */
export async function signOut(
  input: { token: string },
  deps: { sessions: Sessions },
): Promise<void> {
  await deps.sessions.remove(await hashToken(input.token));
}
