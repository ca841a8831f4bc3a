import { and, desc, eq, gt, isNull, lte, ne } from "drizzle-orm";
import type { Sessions } from "../../app/accounts/ports";
import type { Db } from "../client";
import { sessions, users } from "../schema";
import { toUser, userColumns } from "./users";

/** More than anybody has devices; 'sign out everywhere' ends those beyond as well. */
const LISTED = 50;

export function sessionsIn(db: Db): Sessions {
  return {
    async insert(session) {
      await db.insert(sessions).values(session);
    },
    async find(tokenHash) {
      const [row] = await db
        .select({ session: sessions, user: userColumns })
        .from(sessions)
        .innerJoin(users, eq(users.uid, sessions.uid))
        .where(and(eq(sessions.tokenHash, tokenHash), isNull(users.deletedAt)));
      return row ? { session: row.session, user: toUser(row.user) } : null;
    },
    async touch(tokenHash, at) {
      await db.update(sessions).set(at).where(eq(sessions.tokenHash, tokenHash));
    },
    async markReauthenticated(tokenHash, reauthenticatedAt) {
      await db.update(sessions).set({ reauthenticatedAt }).where(eq(sessions.tokenHash, tokenHash));
    },
    async remove(tokenHash) {
      await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
    },
    listOf: (uid, now) =>
      db
        .select()
        .from(sessions)
        .where(and(eq(sessions.uid, uid), gt(sessions.expiresAt, now)))
        .orderBy(desc(sessions.lastSeenAt))
        .limit(LISTED),
    async removeOthers(uid, keepTokenHash) {
      await db
        .delete(sessions)
        .where(and(eq(sessions.uid, uid), ne(sessions.tokenHash, keepTokenHash)));
    },
    async removeExpired(now) {
      await db.delete(sessions).where(lte(sessions.expiresAt, now));
    },
  };
}
