import { eq, sql } from "drizzle-orm";
import type { Passwords } from "../app/ports";
import type { Db } from "./client";
import { passwordCredentials as credentials } from "./schema";

export function passwordsIn(db: Db): Passwords {
  return {
    async byEmail(email) {
      const [row] = await db
        .select({ uid: credentials.uid, hash: credentials.hash })
        .from(credentials)
        .where(eq(credentials.email, email));
      return row ?? null;
    },
    async byUid(uid) {
      const [row] = await db
        .select({ email: credentials.email, hash: credentials.hash })
        .from(credentials)
        .where(eq(credentials.uid, uid));
      return row ?? null;
    },
    async insertWithUser(user, { email, hash }) {
      // One transaction: both rows, or neither where the address is taken.
      const [, added] = await db.batch([
        db.run(sql`INSERT INTO users (uid, display_name, email, wallet, created_at)
          SELECT ${user.uid}, ${user.displayName}, ${user.email}, ${user.wallet}, ${user.createdAt}
          WHERE NOT EXISTS (SELECT 1 FROM password_credentials WHERE email = ${email})`),
        db.run(sql`INSERT INTO password_credentials (uid, email, hash, updated_at)
          SELECT ${user.uid}, ${email}, ${hash}, ${user.createdAt}
          WHERE NOT EXISTS (SELECT 1 FROM password_credentials WHERE email = ${email})`),
      ]);
      return added.meta.changes === 1;
    },
    async replaceHash(uid, hash, at) {
      await db.update(credentials).set({ hash, updatedAt: at }).where(eq(credentials.uid, uid));
    },
  };
}
