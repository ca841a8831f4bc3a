import { and, desc, eq, gt, inArray, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type { User } from "../../app/accounts/rules/user";
import type { Db } from "../client";
import { sessions, users } from "../schema/index";
import { toUser, userColumns } from "./users";

/** More devices than a user has. `removeOthers` also ends sessions beyond this. */
const MAX_LISTED_SESSIONS = 50;

export type SessionRecord = typeof sessions.$inferSelect;
export type Sessions = ReturnType<typeof sessionsIn>;

/** `unreadOf`: scalar, the unread threads of a person. */
export function sessionsIn(db: Db, unreadOf: (uid: SQL) => SQL<number>) {
  return {
    async insert(session: SessionRecord): Promise<void> {
      await db.insert(sessions).values(session);
    },
    /**
     * The session, its user and the number of their unread threads in one read; null where there is
     * none or the account is closed.
     */
    async find(
      tokenHash: string,
    ): Promise<{ session: SessionRecord; user: User; unreadThreads: number } | null> {
      const unread = unreadOf(sql`${users.uid}`);
      const [row] = await db
        .select({ session: sessions, user: userColumns, unreadThreads: unread })
        .from(sessions)
        .innerJoin(users, eq(users.uid, sessions.uid))
        .where(and(eq(sessions.tokenHash, tokenHash), isNull(users.deletedAt)));
      return row ? { ...row, user: toUser(row.user) } : null;
    },
    /** The users of those sessions that have not ended, by the hash of the token. */
    async findLive(tokenHashes: string[], now: number): Promise<Map<string, string>> {
      const rows = await db
        .select({ tokenHash: sessions.tokenHash, uid: sessions.uid })
        .from(sessions)
        .innerJoin(users, eq(users.uid, sessions.uid))
        .where(
          and(
            inArray(sessions.tokenHash, tokenHashes),
            gt(sessions.expiresAt, now),
            isNull(users.deletedAt),
          ),
        );
      return new Map(rows.map(({ tokenHash, uid }) => [tokenHash, uid]));
    },
    async touch(tokenHash: string, at: { lastSeenAt: number; expiresAt: number }): Promise<void> {
      await db.update(sessions).set(at).where(eq(sessions.tokenHash, tokenHash));
    },
    async markReauthenticated(tokenHash: string, reauthenticatedAt: number): Promise<void> {
      await db.update(sessions).set({ reauthenticatedAt }).where(eq(sessions.tokenHash, tokenHash));
    },
    async remove(tokenHash: string): Promise<void> {
      await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
    },
    /** Sessions of a user that have not expired, the last used first. */
    listOf: (uid: string, now: number): Promise<SessionRecord[]> =>
      db
        .select()
        .from(sessions)
        .where(and(eq(sessions.uid, uid), gt(sessions.expiresAt, now)))
        .orderBy(desc(sessions.lastSeenAt))
        .limit(MAX_LISTED_SESSIONS),
    /** Removes all of a user's sessions except one. */
    async removeOthers(uid: string, keepTokenHash: string): Promise<void> {
      await db
        .delete(sessions)
        .where(and(eq(sessions.uid, uid), ne(sessions.tokenHash, keepTokenHash)));
    },
    async removeExpired(now: number): Promise<void> {
      await db.delete(sessions).where(lte(sessions.expiresAt, now));
    },
  };
}
