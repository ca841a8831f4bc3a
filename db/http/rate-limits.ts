import { eq, lte, sql } from "drizzle-orm";
import type { RateLimits } from "../../app/lib/ports";
import type { Db } from "../client";
import { rateLimits as counters, rateCounters } from "../schema/index";

export function createRateLimits(db: Db): RateLimits {
  return {
    async increment(key, now, windowMs) {
      const [row] = await db.all<{ count: number; resetAt: number }>(sql`
        INSERT INTO rate_limits (key, count, reset_at) VALUES (${key}, 1, ${now + windowMs})
        ON CONFLICT (key) DO UPDATE SET
          count = CASE WHEN reset_at <= ${now} THEN 1 ELSE count + 1 END,
          reset_at = CASE WHEN reset_at <= ${now} THEN excluded.reset_at ELSE reset_at END
        RETURNING count, reset_at AS resetAt`);
      return row ?? { count: 1, resetAt: now + windowMs };
    },
    async spend(key, now, { amount, limit, windowMs }) {
      const spent = await db.all(sql`
        INSERT INTO rate_limits (key, count, reset_at) VALUES (${key}, ${amount}, ${now + windowMs})
        ON CONFLICT (key) DO UPDATE SET
          count = CASE WHEN reset_at <= ${now} THEN excluded.count ELSE count + excluded.count END,
          reset_at = CASE WHEN reset_at <= ${now} THEN excluded.reset_at ELSE reset_at END
        WHERE reset_at <= ${now} OR count < ${limit}
        RETURNING count`);
      if (spent.length > 0) return null;
      const [row] = await db
        .select({ resetAt: counters.resetAt })
        .from(counters)
        .where(eq(counters.key, key));
      return { resetAt: row?.resetAt ?? now };
    },
    async tryAcquire(key, now, { free, baseMs, maxMs, resetAfterMs }) {
      // Checked and counted by one statement, so that parallel attempts don't see the same count.
      const passed = await db.all(sql`
        INSERT INTO rate_limits (key, count, reset_at) VALUES (${key}, 1, ${now + resetAfterMs})
        ON CONFLICT (key) DO UPDATE SET
          count = CASE WHEN reset_at <= ${now} THEN 1 ELSE count + 1 END,
          blocked_until = CASE WHEN reset_at <= ${now} OR count < ${free} THEN 0
            ELSE ${now} + MIN(${maxMs}, ${baseMs} << MIN(count - ${free}, 20)) END,
          reset_at = excluded.reset_at
        WHERE blocked_until <= ${now} OR reset_at <= ${now}
        RETURNING count`);
      if (passed.length > 0) return { retryAt: null };
      const [row] = await db
        .select({ retryAt: counters.blockedUntil })
        .from(counters)
        .where(eq(counters.key, key));
      return { retryAt: row?.retryAt ?? now + baseMs };
    },
    async refund(key) {
      await db
        .update(counters)
        .set({ count: sql`MAX(0, count - 1)`, blockedUntil: 0 })
        .where(eq(counters.key, key));
    },
    async clear(key) {
      await db.delete(counters).where(eq(counters.key, key));
    },
    async removeExpired(now) {
      await db.batch([
        db.delete(counters).where(lte(counters.resetAt, now)),
        // What an older version has counted; the keys have network addresses.
        db.delete(rateCounters).where(lte(rateCounters.resetAt, now)),
      ]);
    },
  };
}
