import type { ContactMessages } from "../app/ports/contact";
import type { Db } from "./client";
import { contactMessages } from "./schema";

export function contactMessagesIn(db: Db): ContactMessages {
  return {
    async insert(message) {
      await db.insert(contactMessages).values(message);
    },
  };
}
