import type { Judged } from "./invariant";

/**
 * What is still open after the faults have ended and honest people have gone on: a sentence each, empty
 * where all is settled or waits for a person who does not decide.
 */
export function checkLiveness({ database, scheduler }: Judged): string[] {
  const overdue = database.read<{ id: string; status: string; next_poll_at: number }>(
    "SELECT id, status, next_poll_at FROM orders WHERE next_poll_at < ?",
    scheduler.now - OVERDUE_AFTER_MS,
  );
  return overdue.map(
    ({ id, status, next_poll_at }) =>
      `order ${id} (${status}) was to be polled ${scheduler.now - next_poll_at} ms ago`,
  );
}

/** The sweep of overdue orders runs every minute, and then some nodes have to answer. */
const OVERDUE_AFTER_MS = 5 * 60_000;
