import type { Ports } from "../ports";

/** Removes sessions, wallet messages and counters that are over. They are refused anyway: this only tidies. */
export async function forgetExpired(
  deps: Pick<Ports, "sessions" | "walletChallenges" | "rates" | "clock">,
): Promise<void> {
  const now = deps.clock.now();
  await deps.sessions.removeExpired(now);
  await deps.walletChallenges.removeExpired(now);
  await deps.rates.removeExpired(now);
}
