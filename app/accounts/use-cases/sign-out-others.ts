import type { Sessions } from "../ports";
import { hashToken } from "./hash-token";

/** Ends every session of a person but the one that asks. */
export async function signOutOthers(
  input: { uid: string; token: string },
  deps: { sessions: Sessions },
): Promise<void> {
  await deps.sessions.removeOthers(input.uid, await hashToken(input.token));
}
