import { and, eq, not, or, sql } from "drizzle-orm";
import type { Passwords } from "../../app/accounts/ports";
import type { Db } from "../client";
import { passwordCredentials as credentials, recoveryCodes, sessions, users } from "../schema";
import { hasGoogle, hasPassword, hasWallet } from "./login-methods";
import { userRow } from "./users";

export function passwordsIn(db: Db): Passwords {
  const byEmail: Passwords["byEmail"] = async (email) => {
    const [row] = await db
      .select({ uid: credentials.uid, hash: credentials.hash })
      .from(credentials)
      .where(eq(credentials.email, email));
    return row ?? null;
  };
  const rewrite = (uid: string, hash: string, updatedAt: number) =>
    db.update(credentials).set({ hash, updatedAt }).where(eq(credentials.uid, uid));
  const endSessions = (uid: string) => db.delete(sessions).where(eq(sessions.uid, uid));
  return {
    byEmail,
    async byUid(uid) {
      const [row] = await db
        .select({ email: credentials.email, hash: credentials.hash })
        .from(credentials)
        .where(eq(credentials.uid, uid));
      return row ?? null;
    },
    async insertWithUser(user, { email, hash }) {
      const { uid, createdAt } = user;
      try {
        // One transaction: both rows, or neither where the address is taken.
        await db.batch([
          db.insert(users).values(userRow(user)),
          db.insert(credentials).values({ uid, email, hash, updatedAt: createdAt }),
        ]);
        return true;
      } catch (error) {
        if (await byEmail(email)) return false;
        throw error;
      }
    },
    async replaceHash(uid, hash, at) {
      await rewrite(uid, hash, at);
    },
    async change(uid, hash, at) {
      await db.batch([rewrite(uid, hash, at), endSessions(uid)]);
    },
    async add(uid, { email, hash, shown }, at) {
      try {
        await db.batch([
          db.insert(credentials).values({ uid, email, hash, updatedAt: at }),
          db.update(users).set({ email: shown }).where(eq(users.uid, uid)),
          endSessions(uid),
        ]);
        return true;
      } catch (error) {
        if (await byEmail(email)) return false;
        throw error;
      }
    },
    async remove(uid) {
      const gone = not(hasPassword(uid));
      const [removed] = await db.batch([
        db
          .delete(credentials)
          .where(and(eq(credentials.uid, uid), or(hasWallet(uid), hasGoogle(uid)))),
        db
          .update(users)
          .set({
            email: sql`COALESCE((SELECT g.email FROM google_identities g
              WHERE g.uid = ${uid} ORDER BY g.linked_at LIMIT 1), '')`,
          })
          .where(and(eq(users.uid, uid), gone)),
        db.delete(recoveryCodes).where(and(eq(recoveryCodes.uid, uid), gone)),
      ]);
      return removed.meta.changes === 1;
    },
  };
}
