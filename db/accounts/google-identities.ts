import { and, asc, eq, isNull, ne, or } from "drizzle-orm";
import type { GoogleIdentity, GoogleKey } from "../../app/accounts/rules/google-identity";
import type { NewUser } from "../../app/accounts/rules/user";
import type { Db } from "../client";
import { googleIdentities as identities, users } from "../schema/index";
import { hasPassword, hasWallet } from "./login-methods";
import { userRow } from "./users";

export type GoogleIdentities = ReturnType<typeof googleIdentitiesIn>;

/** A Google account that is linked to a user. */
interface LinkedGoogle extends GoogleKey {
  email: string;
  /** Epoch ms. */
  linkedAt: number;
}

export function googleIdentitiesIn(db: Db) {
  /** Uid of the account that it is linked to, or null. */
  const uidOf = async (key: GoogleKey): Promise<string | null> => {
    const [row] = await db
      .select({ uid: identities.uid })
      .from(identities)
      .innerJoin(users, eq(users.uid, identities.uid))
      .where(and(hasKey(key), isNull(users.deletedAt)));
    return row?.uid ?? null;
  };
  return {
    uidOf,
    /** The identities linked to a user, the first linked first. */
    ofUid: (uid: string): Promise<LinkedGoogle[]> =>
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
    /** False where the identity is linked already. */
    async link(uid: string, identity: GoogleIdentity, at: number): Promise<boolean> {
      const result = await db
        .insert(identities)
        .values(identityRow(uid, identity, at))
        .onConflictDoNothing();
      return result.meta.changes === 1;
    },
    /** Inserts user and identity in one transaction; false where the identity is linked already. */
    async insertWithUser(user: NewUser, identity: GoogleIdentity): Promise<boolean> {
      try {
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
    async updateEmail(key: GoogleKey, email: string): Promise<void> {
      await db
        .update(identities)
        .set({ email })
        .where(and(hasKey(key), ne(identities.email, email)));
    },
    /** Unlinks all of them; false where there is none, or no other login method. One conditional write. */
    async unlink(uid: string): Promise<boolean> {
      const result = await db
        .delete(identities)
        .where(and(eq(identities.uid, uid), or(hasPassword(uid), hasWallet(uid))));
      return result.meta.changes > 0;
    },
  };
}

function hasKey({ issuer, subject }: GoogleKey) {
  return and(eq(identities.issuer, issuer), eq(identities.subject, subject));
}

function identityRow(uid: string, { issuer, subject, email }: GoogleIdentity, linkedAt: number) {
  return { issuer, subject, uid, email, linkedAt };
}
