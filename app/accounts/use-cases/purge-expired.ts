import type { Clock, RateLimits } from "../../lib/ports";
import type { Sessions, WalletChallenges } from "../ports";

/** Removes sessions, wallet messages and counters that are over. They are refused anyway: this only tidies. */
export async function purgeExpired(deps: {
  sessions: Sessions;
  walletChallenges: WalletChallenges;
  rateLimits: RateLimits;
  clock: Clock;
}): Promise<void> {
  const now = deps.clock.now();
  await deps.sessions.removeExpired(now);
  await deps.walletChallenges.removeExpired(now);
  await deps.rateLimits.removeExpired(now);
}
