import { lt } from "drizzle-orm";
import type { Db } from "../client";
import { contactMessages } from "../schema/index";

interface ContactMessage {
  id: string;
  email: string;
  message: string;
  /** The language of the sender's page. */
  locale: string;
  /** Epoch ms. */
  createdAt: number;
}

export type ContactMessages = ReturnType<typeof contactMessagesIn>;

/** Messages from visitors to the operator. */
export function contactMessagesIn(db: Db) {
  return {
    async insert(message: ContactMessage): Promise<void> {
      await db.insert(contactMessages).values(message);
    },

    /** Removes messages that came before `before` (epoch ms). */
    async removeBefore(before: number): Promise<void> {
      await db.delete(contactMessages).where(lt(contactMessages.createdAt, before));
    },
  };
}
