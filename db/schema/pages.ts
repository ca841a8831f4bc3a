import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ms } from "./columns";

export const contactMessages = sqliteTable("contact_messages", {
  id: text("id").primaryKey(),
  email: text("email").notNull(),
  message: text("message").notNull(),
  locale: text("locale").notNull(),
  createdAt: ms("created_at").notNull(),
});
