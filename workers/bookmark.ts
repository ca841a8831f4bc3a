import type { Log } from "../app/lib/log";

/** A database that knows whether it was used. */
export interface TrackedDatabase {
  database: D1Database;
  /** The state of the primary now; null where no statement was prepared. */
  bookmark(): Promise<string | null>;
}

export function trackUse(original: D1Database, log: Log): TrackedDatabase {
  let isUsed = false;
  const database = new Proxy(original, {
    get(target, key) {
      if (key === "prepare") isUsed = true;
      const member: unknown = Reflect.get(target, key);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  return {
    database,
    async bookmark() {
      if (!isUsed) return null;
      try {
        // Repositories write without a session, since one may read from a replica after its first
        // query.
        const session = original.withSession("first-primary");
        await session.prepare("SELECT 1").run();
        return session.getBookmark();
      } catch (error) {
        // The write has succeeded; without the bookmark a page may be seconds old.
        log("bookmark_unread", { error });
        return null;
      }
    },
  };
}
