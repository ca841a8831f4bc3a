import type { Clock, RateCounters } from "../../lib/ports";
import type { Sessions, WalletChallenges } from "../ports";

/** Removes sessions, wallet messages and counters that are over. They are refused anyway: this only tidies. */
export async function forgetExpired(deps: {
  sessions: Sessions;
  walletChallenges: WalletChallenges;
  rates: RateCounters;
  clock: Clock;
}): Promise<void> {
  const now = deps.clock.now();
  await deps.sessions.removeExpired(now);
  await deps.walletChallenges.removeExpired(now);
  await deps.rates.removeExpired(now);
}
