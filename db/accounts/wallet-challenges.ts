import { and, eq, gt, isNull, lte } from "drizzle-orm";
import type { WalletChallenges } from "../../app/accounts/ports";
import type { Db } from "../client";
import { walletChallenges as challenges } from "../schema";

export function walletChallengesIn(db: Db): WalletChallenges {
  return {
    async insert(challenge) {
      await db.insert(challenges).values(challenge);
    },
    async consume(nonce, now) {
      const [row] = await db
        .update(challenges)
        .set({ usedAt: now })
        .where(
          and(
            eq(challenges.nonce, nonce),
            isNull(challenges.usedAt),
            gt(challenges.expiresAt, now),
          ),
        )
        .returning();
      if (!row) return null;
      const { usedAt: _, ...challenge } = row;
      return challenge;
    },
    async removeExpired(now) {
      await db.delete(challenges).where(lte(challenges.expiresAt, now));
    },
  };
}
