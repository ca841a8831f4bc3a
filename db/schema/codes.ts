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
import { CODE_KINDS } from "../../app/codes/rules/code";
import { users } from "./accounts";
import { flag, lamports, ms } from "./columns";

/**
 * Discount codes of sellers. Rows stay: orders and grants name them. One with a limit of uses is also a row of
 * `things` (`use:<id>`), which counts them.
 */
export const codes = sqliteTable(
  "codes",
  {
    id: text("id").primaryKey(),
    ownerUid: text("owner_uid")
      .notNull()
      .references(() => users.uid),
    /** As its seller typed it. */
    name: text("name").notNull(),
    /** `codeKey` of the name, by which it is found. */
    nameKey: text("name_key").notNull(),
    kind: text("kind", { enum: CODE_KINDS }).notNull(),
    /** Percent of the price, or lamports. */
    value: integer("value").notNull(),
    /** True for all products of its seller; else those of `code_products`. */
    isForAll: flag("is_for_all"),
    /** Uses in all; null without a limit. */
    capacity: integer("capacity"),
    /** Uses of one person; null without a limit. */
    perPerson: integer("per_person"),
    startsAt: ms("starts_at"),
    endsAt: ms("ends_at"),
    /** The smallest price that it takes something off; null for any. */
    minLamports: lamports("min_lamports"),
    createdAt: ms("created_at").notNull(),
    updatedAt: ms("updated_at").notNull(),
    disabledAt: ms("disabled_at"),
  },
  (t) => [
    uniqueIndex("codes_by_name").on(t.ownerUid, t.nameKey).where(sql`disabled_at IS NULL`),
    index("codes_by_owner").on(t.ownerUid, t.nameKey, t.createdAt),
    check("code_takes_something_off", sql`value > 0 AND (kind <> 'percent' OR value <= 100)`),
  ],
);

/** The products of a code that is not for all of its seller's. */
export const codeProducts = sqliteTable(
  "code_products",
  {
    codeId: text("code_id").notNull(),
    productId: text("product_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.codeId, t.productId] }),
    index("code_products_by_product").on(t.productId),
  ],
);
