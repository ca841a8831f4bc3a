import { and, eq, gt, isNull, lte } from "drizzle-orm";
import type { WalletChallenge } from "../../app/accounts/rules/wallet-challenge";
import type { Db } from "../client";
import { walletChallenges as challenges } from "../schema/index";

export type WalletChallenges = ReturnType<typeof walletChallengesIn>;

export function walletChallengesIn(db: Db) {
  return {
    async insert(challenge: WalletChallenge): Promise<void> {
      await db.insert(challenges).values(challenge);
    },
    /** Marks it as used; null where it is unknown, expired or used already. One conditional write. */
    async consume(nonce: string, now: number): Promise<WalletChallenge | null> {
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
    async removeExpired(now: number): Promise<void> {
      await db.delete(challenges).where(lte(challenges.expiresAt, now));
    },
  };
}
