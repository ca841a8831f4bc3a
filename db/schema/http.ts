import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ms } from "./columns";

/**
 * Request counts of all isolates, one row per key. A count restarts when its window has ended. Each
 * counted request writes here, so the table is WITHOUT ROWID and has no index: what has expired is found
 * by reading all of it, which are the keys of some minutes.
 */
export const rateLimits = sqliteTable("rate_limits", {
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  resetAt: ms("reset_at").notNull(),
  /** End of the current back-off; 0 without one. */
  blockedUntil: ms("blocked_until").notNull().default(0),
});

/** The same as an older version wrote it. To be dropped by the release after this one. */
export const rateCounters = sqliteTable(
  "rate_counters",
  {
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    resetAt: ms("reset_at").notNull(),
    blockedUntil: ms("blocked_until").notNull().default(0),
  },
  (t) => [index("rate_by_reset").on(t.resetAt)],
);
