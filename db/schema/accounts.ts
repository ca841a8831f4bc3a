import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { SELLER_KINDS } from "../../app/accounts/rules/seller-status";
import { flag, ms } from "./columns";

/** `uid` is base64url(SHA-256(address)) for an account that was opened by a wallet. */
export const users = sqliteTable("users", {
  uid: text("uid").primaryKey(),
  displayName: text("display_name").notNull(),
  email: text("email").notNull().default(""),
  wallet: text("wallet").unique(),
  role: text("role").notNull().default("client"),
  plan: text("plan").notNull().default("free"),
  /** The last reading of the plan's token that gave a result; null for a plan that was granted. */
  planReadAt: ms("plan_read_at"),
  /** The mint of the token that gave the plan, or gave it last. */
  planMint: text("plan_mint"),
  /** The last reading that was started. */
  planTriedAt: ms("plan_tried_at"),
  createdAt: ms("created_at").notNull(),
  walletLinkedAt: ms("wallet_linked_at"),
  deletedAt: ms("deleted_at"),
  /** May offer products for free before the first sale: set by the operator. */
  mayGiveFree: flag("may_give_free"),
  /** What the person is when they sell; null where it is not stated. */
  sellerKind: text("seller_kind", { enum: SELLER_KINDS }),
  /** What a trader says of their business; null for nothing. */
  businessName: text("business_name"),
  businessAddress: text("business_address"),
  businessRegistration: text("business_registration"),
  businessEmail: text("business_email"),
});

export const passwordCredentials = sqliteTable("password_credentials", {
  uid: text("uid")
    .primaryKey()
    .references(() => users.uid),
  /** Lower case, so that addresses are compared without case. */
  email: text("email").notNull().unique(),
  /** Algorithm, parameters, salt and hash in one text. */
  hash: text("hash").notNull(),
  updatedAt: ms("updated_at").notNull(),
});

export const googleIdentities = sqliteTable(
  "google_identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid),
    email: text("email").notNull(),
    linkedAt: ms("linked_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index("google_by_uid").on(t.uid)],
);

export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    uid: text("uid")
      .notNull()
      .references(() => users.uid),
    codeHash: text("code_hash").notNull(),
    createdAt: ms("created_at").notNull(),
    usedAt: ms("used_at"),
  },
  (t) => [primaryKey({ columns: [t.uid, t.codeHash] })],
);

/** The cookie holds a random token; only its hash is stored. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid),
    createdAt: ms("created_at").notNull(),
    lastSeenAt: ms("last_seen_at").notNull(),
    expiresAt: ms("expires_at").notNull(),
    /** The last authentication. Changes of login methods and payout wallet need a recent one. */
    reauthenticatedAt: ms("proven_at").notNull(),
    userAgent: text("user_agent").notNull().default(""),
  },
  (t) => [index("sessions_by_uid").on(t.uid), index("sessions_by_expiry").on(t.expiresAt)],
);

/** Messages for wallets to sign, once each: `usedAt` is set by a conditional write. */
export const walletChallenges = sqliteTable(
  "wallet_challenges",
  {
    nonce: text("nonce").primaryKey(),
    purpose: text("purpose", { enum: ["sign-in", "link", "merge", "proof"] }).notNull(),
    /** The user who requested it; null for a visitor. */
    uid: text("uid"),
    /** Text of the signed message, in the user's language. */
    statement: text("statement").notNull(),
    issuedAt: ms("issued_at").notNull(),
    expiresAt: ms("expires_at").notNull(),
    usedAt: ms("used_at"),
  },
  (t) => [index("challenges_by_expiry").on(t.expiresAt)],
);
