import { keyHash } from "../../../app/licences/rules/licence";
import type { Invariant } from "./invariant";

/** Told in the story, which no restore undoes. */
export const keyIsOfOneOrder: Invariant = {
  name: "a licence key is shown to one order, and an order sees one key",
  check({ story }) {
    const orders = new Map<string, string>();
    const keys = new Map<string, string>();
    for (const event of story.events) {
      if (event.kind !== "licence") continue;
      const { order, product, key } = event;
      const other = orders.get(`${product}/${key}`) ?? order;
      if (other !== order) return `the key ${key} was shown to ${other} and to ${order}`;
      orders.set(`${product}/${key}`, order);
      const before = keys.get(`${product}/${order}`) ?? key;
      if (before !== key) return `${order} was shown the key ${before}, and then ${key}`;
      keys.set(`${product}/${order}`, key);
    }
    return null;
  },
};

/** Calls read this from the rights; pages and counts read it from the key. */
export const keyEndsWithRight: Invariant = {
  name: "a licence key counts exactly while its right stands",
  check({ database }) {
    const [row] = database.read<{ id: string; product: string; isRevoked: number }>(`
      SELECT k.order_id AS id, k.product_id AS product, k.revoked_at IS NOT NULL AS isRevoked
      FROM licence_keys k JOIN rights r ON r.order_id = k.order_id AND r.product_id = k.product_id
      WHERE k.given_at IS NOT NULL AND (k.revoked_at IS NULL) <> (r.revoked_at IS NULL) LIMIT 1`);
    if (!row) return null;
    return `the key of ${row.id} to ${row.product} is ${row.isRevoked ? "" : "not "}revoked, against its right`;
  },
};

/** Until records are read back after a restore, capacity is that of the copy. Counters outlive deleted products. */
export const keysAreEnough: Invariant = {
  name: "no more licence keys can be sold than nobody has seen",
  check({ database, story }) {
    const [unread] = database.read("SELECT 1 FROM sweep_progress WHERE name = 'licence-records'");
    if (unread) return null;
    const seen = new Set(
      story.events.flatMap((event) =>
        event.kind === "licence" ? [`${event.product}/${keyHash(event.product, event.key)}`] : [],
      ),
    );
    const things = database.read<{ product: string; left: number }>(`
      SELECT p.id AS product, t.capacity - t.sold AS "left" FROM things t JOIN products p ON t.id = 'key:' || p.id`);
    for (const { product, left } of things) {
      const keys = database.read<{ hash: string }>(
        "SELECT hash FROM licence_keys WHERE product_id = ? AND is_generated = 0",
        product,
      );
      const fresh = keys.filter(({ hash }) => !seen.has(`${product}/${hash}`)).length;
      // Those that are sold and were not looked at are fresh too.
      if (left > fresh)
        return `${product} has ${left} keys to sell, of ${fresh} that nobody has seen`;
    }
    return null;
  },
};
