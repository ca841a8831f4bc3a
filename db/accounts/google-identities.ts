import { and, asc, eq, isNull, ne, or } from "drizzle-orm";
import type { GoogleIdentities, GoogleKey } from "../../app/accounts/ports";
import type { GoogleIdentity } from "../../app/accounts/rules/google-identity";
import type { Db } from "../client";
import { googleIdentities as identities, users } from "../schema";
import { hasPassword, hasWallet } from "./login-methods";
import { userRow } from "./users";

export function googleIdentitiesIn(db: Db): GoogleIdentities {
  const uidOf: GoogleIdentities["uidOf"] = async (key) => {
    const [row] = await db
      .select({ uid: identities.uid })
      .from(identities)
      .innerJoin(users, eq(users.uid, identities.uid))
      .where(and(is(key), isNull(users.deletedAt)));
    return row?.uid ?? null;
  };
  return {
    uidOf,
    ofUid: (uid) =>
      db
        .select({
          issuer: identities.issuer,
          subject: identities.subject,
          email: identities.email,
          linkedAt: identities.linkedAt,
        })
        .from(identities)
        .where(eq(identities.uid, uid))
        .orderBy(asc(identities.linkedAt)),
    async link(uid, identity, at) {
      const result = await db
        .insert(identities)
        .values(identityRow(uid, identity, at))
        .onConflictDoNothing();
      return result.meta.changes === 1;
    },
    async insertWithUser(user, identity) {
      try {
        // One transaction: both rows, or neither where another tab was faster.
        await db.batch([
          db.insert(users).values(userRow(user)),
          db.insert(identities).values(identityRow(user.uid, identity, user.createdAt)),
        ]);
        return true;
      } catch (error) {
        if (await uidOf(identity)) return false;
        throw error;
      }
    },
    async noteEmail(key, email) {
      await db
        .update(identities)
        .set({ email })
        .where(and(is(key), ne(identities.email, email)));
    },
    async unlink(uid) {
      const result = await db
        .delete(identities)
        .where(and(eq(identities.uid, uid), or(hasPassword(uid), hasWallet(uid))));
      return result.meta.changes > 0;
    },
  };
}

function is({ issuer, subject }: GoogleKey) {
  return and(eq(identities.issuer, issuer), eq(identities.subject, subject));
}

function identityRow(uid: string, { issuer, subject, email }: GoogleIdentity, linkedAt: number) {
  return { issuer, subject, uid, email, linkedAt };
}
