/**
 * Tables of D1. Amounts are whole lamports, times are epoch milliseconds, flags are 0 or 1.
 * The columns that a state or a limit depends on carry CHECKs: the table refuses what a bug would write.
 */
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

const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);
/** SQLite's 64-bit INTEGER arrives as a JavaScript number; prices are capped well below 2^53. */
const lamports = (name: string) => integer(name);
const ms = (name: string) => integer(name);

/** A person. `uid` is base64url(SHA-256(address)) for an account opened by wallet. */
export const users = sqliteTable("users", {
  uid: text("uid").primaryKey(),
  displayName: text("display_name").notNull(),
  email: text("email").notNull().default(""),
  wallet: text("wallet").unique(),
  role: text("role").notNull().default("client"),
  plan: text("plan").notNull().default("free"),
  createdAt: ms("created_at").notNull(),
  walletLinkedAt: ms("wallet_linked_at"),
  deletedAt: ms("deleted_at"),
});

export const passwordCredentials = sqliteTable("password_credentials", {
  uid: text("uid")
    .primaryKey()
    .references(() => users.uid),
  /** Lower-cased: addresses are compared without case. */
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
    /** When a password or a wallet signature was last given: changing money or ways in asks for a fresh one. */
    reauthenticatedAt: ms("proven_at").notNull(),
    userAgent: text("user_agent").notNull().default(""),
  },
  (t) => [index("sessions_by_uid").on(t.uid), index("sessions_by_expiry").on(t.expiresAt)],
);

/** A message the server asked a wallet to sign. Single use: `usedAt` is set by one conditional write. */
export const walletChallenges = sqliteTable(
  "wallet_challenges",
  {
    nonce: text("nonce").primaryKey(),
    purpose: text("purpose", { enum: ["sign-in", "link", "merge", "proof"] }).notNull(),
    /** Who asked for it; null for a visitor. */
    uid: text("uid"),
    /** What the message says in the person's language: part of what is signed. */
    statement: text("statement").notNull(),
    issuedAt: ms("issued_at").notNull(),
    expiresAt: ms("expires_at").notNull(),
    usedAt: ms("used_at"),
  },
  (t) => [index("challenges_by_expiry").on(t.expiresAt)],
);

/** Counted across instances: one row a key, which starts again when its window is over. */
export const rateCounters = sqliteTable(
  "rate_counters",
  {
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    resetAt: ms("reset_at").notNull(),
    /** Nothing is let through before this; 0 while there is nothing to slow down. */
    blockedUntil: ms("blocked_until").notNull().default(0),
  },
  (t) => [index("rate_by_reset").on(t.resetAt)],
);

export const products = sqliteTable(
  "products",
  {
    /** Creation order: newest first is rowid order. */
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    id: text("id").notNull().unique(),
    ownerUid: text("owner_uid")
      .notNull()
      .references(() => users.uid),
    title: text("title").notNull(),
    categoryId: integer("category_id").notNull(),
    subcategoryId: integer("subcategory_id"),
    type: text("type").notNull(),
    description: text("description").notNull(),
    priceLamports: lamports("price_lamports").notNull(),
    /** R2 keys, empty if absent. */
    coverKey: text("cover_key").notNull().default(""),
    imageKey: text("image_key").notNull().default(""),
    /** The protected file that a purchase delivers today. */
    fileKey: text("file_key"),
    productFileName: text("product_file_name").notNull().default(""),
    status: text("status", { enum: ["draft", "active", "disabled"] }).notNull(),
    recipient: text("recipient").notNull(),
    saleType: text("sale_type", { enum: ["unique", "limited", "infinite"] }).notNull(),
    saleLimit: integer("sale_limit"),
    /** Settled sales. A refund takes one back. */
    sold: integer("sold").notNull().default(0),
    /** Units promised to a pre-signed transaction that can still land. */
    held: integer("held").notNull().default(0),
    createdAt: ms("created_at").notNull(),
    updatedAt: ms("updated_at").notNull(),
  },
  (t) => [
    index("products_by_owner").on(t.ownerUid, t.seq),
    index("active_by_seq").on(t.seq).where(sql`status = 'active'`),
    index("active_by_price").on(t.priceLamports, t.seq).where(sql`status = 'active'`),
    index("active_by_sold").on(t.sold, t.seq).where(sql`status = 'active'`),
    index("active_in_category_by_seq").on(t.categoryId, t.seq).where(sql`status = 'active'`),
    index("active_in_category_by_price")
      .on(t.categoryId, t.priceLamports, t.seq)
      .where(sql`status = 'active'`),
    index("active_in_category_by_sold")
      .on(t.categoryId, t.sold, t.seq)
      .where(sql`status = 'active'`),
    check("stock_within_limit", sql`sale_limit IS NULL OR sold + held <= sale_limit`),
    check("stock_not_negative", sql`sold >= 0 AND held >= 0`),
    // Zero is a row from elsewhere: it is shown, and refused when somebody wants to buy it.
    check("price_not_negative", sql`price_lamports >= 0`),
  ],
);

/** The protected file record. `key` is the sanitised name under protectedFiles/. */
export const files = sqliteTable(
  "files",
  {
    key: text("key").primaryKey(),
    storagePath: text("storage_path").notNull().unique(),
    ownerUid: text("owner_uid")
      .notNull()
      .references(() => users.uid),
    productId: text("product_id").notNull(),
    fileName: text("file_name").notNull(),
    contentType: text("content_type").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** Hex SHA-256 of the stored bytes, known once the upload is complete. */
    sha256: text("sha256"),
    status: text("status", { enum: ["uploading", "complete", "replaced"] }).notNull(),
    /** R2's multipart upload id while parts arrive. */
    uploadId: text("upload_id"),
    partSizeBytes: integer("part_size_bytes").notNull(),
    /** The seller's file as it was last changed: an upload goes on only with the same one. */
    modifiedAt: ms("modified_at"),
    createdAt: ms("created_at").notNull(),
    completedAt: ms("completed_at"),
  },
  (t) => [
    index("files_by_product").on(t.productId),
    index("files_by_owner").on(t.ownerUid),
    index("files_on_their_way").on(t.createdAt).where(sql`status = 'uploading'`),
  ],
);

export const fileParts = sqliteTable(
  "file_parts",
  {
    fileKey: text("file_key")
      .notNull()
      .references(() => files.key),
    partNumber: integer("part_number").notNull(),
    etag: text("etag").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
  },
  (t) => [primaryKey({ columns: [t.fileKey, t.partNumber] })],
);

/** The spec's transactions/{id}: one attempt to buy, with the terms frozen when it was opened. */
export const orders = sqliteTable(
  "orders",
  {
    id: text("id").primaryKey(),
    productId: text("product_id").notNull(),
    ownerUid: text("owner_uid").notNull(),
    buyerUid: text("buyer_uid"),
    /** The wallet bound to this order, then the wallet that paid. */
    buyerWallet: text("buyer_wallet"),
    status: text("status", {
      enum: ["pending", "awaiting", "paid", "paid_by_other", "review", "expired", "refunded"],
    }).notNull(),
    paymentRequested: flag("payment_requested"),
    priceLamports: lamports("price_lamports").notNull(),
    sellerLamports: lamports("seller_lamports").notNull(),
    feeLamports: lamports("fee_lamports").notNull(),
    feeBps: integer("fee_bps").notNull(),
    recipient: text("recipient").notNull(),
    platform: text("platform").notNull(),
    reference: text("reference").notNull().unique(),
    /** Secret key of the reference, sealed with SESSION_SECRET; only for unique and limited products. */
    referenceSecret: text("reference_secret"),
    label: text("label").notNull(),
    message: text("message").notNull(),
    saleType: text("sale_type", { enum: ["unique", "limited", "infinite"] }).notNull(),
    createdAt: ms("created_at").notNull(),
    expiresAt: ms("expires_at").notNull(),
    /** The built message that may land, base64; for whom; until which block height. */
    builtTransaction: text("built_transaction"),
    builtFor: text("built_for"),
    builtAt: ms("built_at"),
    lastValidBlockHeight: integer("last_valid_block_height"),
    hold: text("hold", { enum: ["none", "held", "sold", "released"] })
      .notNull()
      .default("none"),
    suggestedSignature: text("suggested_signature"),
    /** The transaction that settled it, or the one under review. */
    signature: text("signature"),
    payerWallet: text("payer_wallet"),
    slot: integer("slot"),
    paidLamports: lamports("paid_lamports"),
    surplusLamports: lamports("surplus_lamports").notNull().default(0),
    feeOwedLamports: lamports("fee_owed_lamports").notNull().default(0),
    reviewReason: text("review_reason"),
    settledAt: ms("settled_at"),
    finalizedAt: ms("finalized_at"),
    refundReference: text("refund_reference"),
    refundSignature: text("refund_signature"),
    refundedAt: ms("refunded_at"),
    /** When the object should have looked again; the sweep takes overdue rows. */
    nextPollAt: ms("next_poll_at"),
    updatedAt: ms("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("orders_one_signature").on(t.signature).where(sql`signature IS NOT NULL`),
    uniqueIndex("orders_one_open")
      .on(t.buyerUid, t.productId)
      .where(sql`buyer_uid IS NOT NULL AND status IN ('pending', 'awaiting')`),
    index("orders_by_owner").on(t.ownerUid, t.createdAt),
    index("orders_by_buyer").on(t.buyerUid, t.productId),
    index("orders_to_claim").on(t.payerWallet, t.productId).where(sql`status = 'paid_by_other'`),
    index("orders_holding").on(t.builtFor).where(sql`hold = 'held'`),
    index("orders_overdue").on(t.nextPollAt).where(sql`next_poll_at IS NOT NULL`),
    check("parts_add_up", sql`seller_lamports + fee_lamports = price_lamports`),
  ],
);

/** The spec's purchases/{uid}/{productId}: a lasting right to the file. */
export const purchases = sqliteTable(
  "purchases",
  {
    uid: text("uid").notNull(),
    productId: text("product_id").notNull(),
    orderId: text("order_id")
      .notNull()
      .unique()
      .references(() => orders.id),
    createdAt: ms("created_at").notNull(),
    refreshRequestedAt: ms("refresh_requested_at"),
    revokedAt: ms("revoked_at"),
  },
  (t) => [primaryKey({ columns: [t.uid, t.productId] })],
);

/** Only the hash of a token is stored; a token is good for 15 minutes to start, 24 hours to go on. */
export const downloadTokens = sqliteTable(
  "download_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    uid: text("uid").notNull(),
    productId: text("product_id").notNull(),
    fileKey: text("file_key").notNull(),
    issuedAt: ms("issued_at").notNull(),
    startedAt: ms("started_at"),
    revokedAt: ms("revoked_at"),
  },
  (t) => [index("tokens_by_purchase").on(t.uid, t.productId)],
);

/** Append-only: every total on every screen is a sum over these lines. */
export const ledger = sqliteTable(
  "ledger",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    productId: text("product_id").notNull(),
    ownerUid: text("owner_uid").notNull(),
    kind: text("kind").notNull(),
    lamports: lamports("lamports").notNull(),
    signature: text("signature").notNull(),
    slot: integer("slot").notNull(),
    at: ms("at").notNull(),
    /** The wallet that paid, or that was paid back. */
    payer: text("payer"),
    /** How often the transaction had left the chain by then: one that comes back counts again. */
    occurrence: integer("occurrence").notNull().default(0),
  },
  (t) => [
    uniqueIndex("ledger_once").on(t.orderId, t.kind, t.signature, t.occurrence),
    index("ledger_by_owner").on(t.ownerUid, t.productId),
  ],
);

/** Money on its way back to a buyer: built by us, signed and sent by the seller, proved on the chain. */
export const refunds = sqliteTable(
  "refunds",
  {
    /** A key made for this refund; it signs, so that nothing but what we built bears it. */
    reference: text("reference").primaryKey(),
    referenceSecret: text("reference_secret").notNull(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    /** Wallet that gets the money. */
    payer: text("payer").notNull(),
    lamports: lamports("lamports").notNull(),
    /** True where the order ends by it. */
    closes: flag("closes"),
    /** Wire bytes, base64, signed by the reference. */
    transaction: text("built_transaction").notNull(),
    builtAt: ms("built_at").notNull(),
    lastValidBlockHeight: integer("last_valid_block_height").notNull(),
    signature: text("signature"),
    refundedAt: ms("refunded_at"),
  },
  (t) => [
    uniqueIndex("refunds_one_open").on(t.orderId).where(sql`signature IS NULL`),
    uniqueIndex("refunds_one_signature").on(t.signature).where(sql`signature IS NOT NULL`),
  ],
);

export const favourites = sqliteTable(
  "favourites",
  {
    uid: text("uid").notNull(),
    productId: text("product_id").notNull(),
    addedAt: ms("added_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.uid, t.productId] })],
);

export const sellPages = sqliteTable("sell_pages", {
  uid: text("uid")
    .primaryKey()
    .references(() => users.uid),
  bannerKey: text("banner_key").notNull().default(""),
  logoKey: text("logo_key").notNull().default(""),
  description: text("description").notNull().default(""),
  website: text("website").notNull().default(""),
  twitter: text("twitter").notNull().default(""),
  instagram: text("instagram").notNull().default(""),
  updatedAt: ms("updated_at").notNull(),
});

export const sellPageProducts = sqliteTable(
  "sell_page_products",
  {
    uid: text("uid")
      .notNull()
      .references(() => sellPages.uid),
    productId: text("product_id").notNull(),
    position: integer("position").notNull(),
  },
  (t) => [primaryKey({ columns: [t.uid, t.productId] })],
);

export const contactMessages = sqliteTable("contact_messages", {
  id: text("id").primaryKey(),
  email: text("email").notNull(),
  message: text("message").notNull(),
  locale: text("locale").notNull(),
  createdAt: ms("created_at").notNull(),
});

/** How far a sweep of the chain has come, by name. */
export const sweepProgress = sqliteTable("sweep_progress", {
  name: text("name").primaryKey(),
  cursor: text("cursor").notNull(),
  updatedAt: ms("updated_at").notNull(),
});
