import type { ContactMessages } from "../../app/pages/ports";
import type { Db } from "../client";
import { contactMessages } from "../schema";

export function contactMessagesIn(db: Db): ContactMessages {
  return {
    async insert(message) {
      await db.insert(contactMessages).values(message);
    },
  };
}
