import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, ms } from "./columns";

/** By the hash of the token. A download starts within 15 minutes and may continue for 24 hours. */
export const downloadTokens = sqliteTable(
  "download_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    uid: text("uid").notNull(),
    productId: text("product_id").notNull(),
    /** Null where an older Worker wrote the row: the release is that of `file_key`. */
    releaseId: text("release_id"),
    /** The first file of the release, which is all that older Workers deliver. */
    fileKey: text("file_key").notNull(),
    issuedAt: ms("issued_at").notNull(),
    startedAt: ms("started_at"),
    revokedAt: ms("revoked_at"),
    /** By a right without a payment, whose downloads are bounded. */
    isGranted: flag("is_granted"),
  },
  (t) => [index("tokens_by_purchase").on(t.uid, t.productId)],
);

/** One-time links to the download page of a purchase, by the hash of the token. Valid for 10 minutes. */
export const handovers = sqliteTable(
  "handovers",
  {
    tokenHash: text("token_hash").primaryKey(),
    uid: text("uid").notNull(),
    productId: text("product_id").notNull(),
    issuedAt: ms("issued_at").notNull(),
    usedAt: ms("used_at"),
  },
  (t) => [index("handovers_by_uid").on(t.uid)],
);
