import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ms } from "./columns";

/** Messages from visitors to the operator, who reads them with `npm run inbox`. */
export const contactMessages = sqliteTable(
  "contact_messages",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull(),
    message: text("message").notNull(),
    locale: text("locale").notNull(),
    createdAt: ms("created_at").notNull(),
    answeredAt: ms("answered_at"),
  },
  (t) => [index("contact_messages_by_time").on(t.createdAt)],
);
