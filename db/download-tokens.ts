import { and, eq, isNull } from "drizzle-orm";
import type { DownloadTokens } from "../app/ports/payments";
import type { Db } from "./client";
import { downloadTokens } from "./schema";

export function downloadTokensIn(db: Db): DownloadTokens {
  return {
    async insert(tokenHash, token) {
      await db.insert(downloadTokens).values({ tokenHash, ...token });
    },

    async find(tokenHash) {
      const row = await db
        .select()
        .from(downloadTokens)
        .where(eq(downloadTokens.tokenHash, tokenHash))
        .get();
      if (!row) return null;
      const { tokenHash: _, ...token } = row;
      return token;
    },

    async start(tokenHash, at) {
      await db
        .update(downloadTokens)
        .set({ startedAt: at })
        .where(and(eq(downloadTokens.tokenHash, tokenHash), isNull(downloadTokens.startedAt)));
    },
  };
}
