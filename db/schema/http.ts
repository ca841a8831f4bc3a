import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ms } from "./columns";

/** Counted across instances: one row a key, which starts again when its window is over. */
export const rateCounters = sqliteTable(
  "rate_counters",
  {
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    resetAt: ms("reset_at").notNull(),
    /** Nothing is let through before this; 0 while there is nothing to slow down. */
    blockedUntil: ms("blocked_until").notNull().default(0),
  },
  (t) => [index("rate_by_reset").on(t.resetAt)],
);
