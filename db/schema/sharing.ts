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
import { CHANGE_KINDS, INVITATION_OUTCOMES } from "../../app/sharing/rules/author";
import { users } from "./accounts";
import { ms } from "./columns";

/**
 * Who shares in the sales of a product, and who did. Triggers count those of now in `products.author_count`, raise
 * `products.version`, and follow the linked wallet of each.
 */
export const authors = sqliteTable(
  "authors",
  {
    productId: text("product_id").notNull(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid),
    /** Basis points of what commission and affiliate leave of a price. */
    bps: integer("bps").notNull(),
    /** The wallet that is paid: the linked one, or the last that was. */
    wallet: text("wallet").notNull(),
    acceptedAt: ms("accepted_at").notNull(),
    /** Null while they share. */
    endedAt: ms("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.uid] }),
    index("authors_by_person").on(t.uid),
    check("part_of_a_whole", sql`bps BETWEEN 1 AND 10000`),
  ],
);

/**
 * Whose shares of a product went to which wallet: legs and entries name wallets alone. A wallet is one person's
 * for a product, also after another account has linked it.
 */
export const authorWallets = sqliteTable(
  "author_wallets",
  {
    productId: text("product_id").notNull(),
    wallet: text("wallet").notNull(),
    uid: text("uid").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.wallet] }),
    index("author_wallets_by_person").on(t.uid),
  ],
);

/** Links by which sellers invite authors. The token is not stored. */
export const authorInvitations = sqliteTable(
  "author_invitations",
  {
    id: text("id").primaryKey(),
    /** Hex SHA-256. */
    tokenHash: text("token_hash").notNull(),
    productId: text("product_id").notNull(),
    ownerUid: text("owner_uid").notNull(),
    bps: integer("bps").notNull(),
    /** For the seller: who it is for. */
    note: text("note").notNull(),
    createdAt: ms("created_at").notNull(),
    endedAt: ms("ended_at"),
    /** Null while it is open, and where its time ended. */
    outcome: text("outcome", { enum: INVITATION_OUTCOMES }),
  },
  (t) => [
    uniqueIndex("author_invitations_by_token").on(t.tokenHash),
    index("author_invitations_by_product").on(t.productId),
    index("author_invitations_by_owner").on(t.ownerUid, t.createdAt),
    index("author_invitations_by_time").on(t.createdAt),
  ],
);

/** What changed in who shares in a product, for its seller and its authors. Append-only. */
export const authorChanges = sqliteTable(
  "author_changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    productId: text("product_id").notNull(),
    /** Whose share it is. */
    uid: text("uid").notNull(),
    /** Who changed it. */
    byUid: text("by_uid").notNull(),
    kind: text("kind", { enum: CHANGE_KINDS }).notNull(),
    /** Basis points before and after; 0 for no share. */
    fromBps: integer("from_bps").notNull(),
    toBps: integer("to_bps").notNull(),
    at: ms("at").notNull(),
  },
  (t) => [
    index("author_changes_by_product").on(t.productId, t.at),
    index("author_changes_by_person").on(t.uid),
    index("author_changes_by_doer").on(t.byUid),
  ],
);
