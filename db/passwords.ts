import { eq } from "drizzle-orm";
import type { Passwords } from "../app/ports";
import type { Db } from "./client";
import { passwordCredentials as credentials, users } from "./schema";
import { userRow } from "./users";

export function passwordsIn(db: Db): Passwords {
  const byEmail: Passwords["byEmail"] = async (email) => {
    const [row] = await db
      .select({ uid: credentials.uid, hash: credentials.hash })
      .from(credentials)
      .where(eq(credentials.email, email));
    return row ?? null;
  };
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
      await db.update(credentials).set({ hash, updatedAt: at }).where(eq(credentials.uid, uid));
    },
  };
}
