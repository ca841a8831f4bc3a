import type { Withdrawals } from "../../../db/withdrawals/withdrawals";
import type { Clock } from "../../lib/ports";
import { PROVED_RETENTION_MS, UNPROVED_RETENTION_MS } from "../rules/withdrawal-limits";

/** Removes declarations whose time has ended. */
export async function purgeWithdrawals({
  clock,
  withdrawals,
}: {
  clock: Clock;
  withdrawals: Pick<Withdrawals, "removeBefore">;
}): Promise<void> {
  const now = clock.now();
  await withdrawals.removeBefore({
    unproved: now - UNPROVED_RETENTION_MS,
    proved: now - PROVED_RETENTION_MS,
  });
}
