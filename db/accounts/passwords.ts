import { and, eq, not, or, sql } from "drizzle-orm";
import type { NewUser } from "../../app/accounts/rules/user";
import type { Db } from "../client";
import {
  passwordCredentials as credentials,
  recoveryCodes,
  sessions,
  users,
} from "../schema/index";
import { hasGoogle, hasPassword, hasWallet } from "./login-methods";
import { userRow } from "./users";

export type Passwords = ReturnType<typeof passwordsIn>;

export function passwordsIn(db: Db) {
  /** `email` as `emailKey` gives it. */
  const byEmail = async (email: string): Promise<{ uid: string; hash: string } | null> => {
    const [row] = await db
      .select({ uid: credentials.uid, hash: credentials.hash })
      .from(credentials)
      .where(eq(credentials.email, email));
    return row ?? null;
  };
  const updateHash = (uid: string, hash: string, updatedAt: number) =>
    db.update(credentials).set({ hash, updatedAt }).where(eq(credentials.uid, uid));
  const endSessions = (uid: string) => db.delete(sessions).where(eq(sessions.uid, uid));
  return {
    byEmail,
    async byUid(uid: string): Promise<{ email: string; hash: string } | null> {
      const [row] = await db
        .select({ email: credentials.email, hash: credentials.hash })
        .from(credentials)
        .where(eq(credentials.uid, uid));
      return row ?? null;
    },
    /** Inserts user and credential in one transaction; false where the address is taken. */
    async insertWithUser(
      user: NewUser,
      { email, hash }: { email: string; hash: string },
    ): Promise<boolean> {
      const { uid, createdAt } = user;
      try {
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
    async replaceHash(uid: string, hash: string, at: number): Promise<void> {
      await updateHash(uid, hash, at);
    },
    /** Writes a new hash and ends every session of the user, in one transaction. */
    async change(uid: string, hash: string, at: number): Promise<void> {
      await db.batch([updateHash(uid, hash, at), endSessions(uid)]);
    },
    /**
     * Adds a credential to a user without one, sets the user's address (`displayEmail`, as typed)
     * and ends their sessions, in one transaction. False where the address is taken.
     */
    async add(
      uid: string,
      { email, hash, displayEmail }: { email: string; hash: string; displayEmail: string },
      at: number,
    ): Promise<boolean> {
      try {
        await db.batch([
          db.insert(credentials).values({ uid, email, hash, updatedAt: at }),
          db.update(users).set({ email: displayEmail }).where(eq(users.uid, uid)),
          endSessions(uid),
        ]);
        return true;
      } catch (error) {
        if (await byEmail(email)) return false;
        throw error;
      }
    },
    /**
     * Removes the credential with its address and recovery codes. False where it was the last login
     * method, by a condition of the same write, so that two concurrent removals can't take both.
     */
    async remove(uid: string): Promise<boolean> {
      const isRemoved = not(hasPassword(uid));
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
          .where(and(eq(users.uid, uid), isRemoved)),
        db.delete(recoveryCodes).where(and(eq(recoveryCodes.uid, uid), isRemoved)),
      ]);
      return removed.meta.changes === 1;
    },
  };
}
