import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { AFFILIATE_STATES } from "../../app/affiliates/rules/affiliate";
import { ms } from "./columns";

/**
 * People who recommend a product and get a part of its price, one row for each person and product. A row stays
 * once it ended: its figures are those of the person, and a refusal holds.
 */
export const affiliates = sqliteTable(
  "affiliates",
  {
    id: text("id").primaryKey(),
    /** In links. Random, and says nothing of the person. */
    code: text("code").notNull().unique(),
    productId: text("product_id").notNull(),
    /** Of the person. The seller is that of the product. */
    uid: text("uid").notNull(),
    /** Of the price after the commission, in basis points; null for that of the product. */
    bps: integer("bps"),
    state: text("state", { enum: AFFILIATE_STATES }).notNull(),
    /** What the person wrote to the seller when applying; empty for nothing. */
    note: text("note").notNull().default(""),
    createdAt: ms("created_at").notNull(),
    /** When its state last changed. */
    updatedAt: ms("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("affiliate_once").on(t.productId, t.uid),
    index("affiliates_by_person").on(t.uid, t.createdAt),
    check("affiliate_percent", sql`bps IS NULL OR bps BETWEEN 100 AND 7500`),
  ],
);

/** Links by which a seller invites people to recommend a product. The secret is in the link alone. */
export const affiliateInvitations = sqliteTable(
  "affiliate_invitations",
  {
    id: text("id").primaryKey(),
    productId: text("product_id").notNull(),
    /** Of the secret: `hashToken`. */
    tokenHash: text("token_hash").notNull().unique(),
    /** What those who accept get; null for the percent of the product. */
    bps: integer("bps"),
    /** People who may accept. */
    capacity: integer("capacity").notNull(),
    accepted: integer("accepted").notNull().default(0),
    /** The id that the last one who accepted gave, by which the same batch finds that it counted. */
    lastAcceptance: text("last_acceptance"),
    createdAt: ms("created_at").notNull(),
    expiresAt: ms("expires_at").notNull(),
    revokedAt: ms("revoked_at"),
  },
  (t) => [
    index("affiliate_invitations_by_product").on(t.productId, t.createdAt),
    check("invitation_within_capacity", sql`accepted BETWEEN 0 AND capacity`),
  ],
);

/**
 * Wallets that an affiliate had linked: their sales are found by these. Written by the triggers
 * `affiliate_wallet_linked` and `affiliate_added`.
 */
export const affiliateWallets = sqliteTable(
  "affiliate_wallets",
  {
    uid: text("uid").notNull(),
    wallet: text("wallet").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.uid, t.wallet] }),
    index("affiliate_wallets_by_wallet").on(t.wallet),
  ],
);
