import type { Invariant, Judged } from "./invariant";

/** The release of a product or purchase: one that an older version wrote has the key of its file as its id. */
const ON_SALE = "coalesce(p.release_id, p.file_key)";
const BOUGHT = `coalesce(r.release_id, (SELECT q.file_key FROM purchases q
  WHERE q.order_id = r.order_id AND q.product_id = r.product_id))`;

interface Given {
  order: string;
  bought: string | null;
  onSale: string | null;
}

interface Remembered {
  restores: number;
  /** The releases of the live rights, by their orders. */
  bought: Map<string, string | null>;
}
const remembered = new WeakMap<object, Remembered>();

/** A right is to the release that was on sale when it was given, and to no other one later. */
export const rightToReleaseOnSale: Invariant = {
  name: "a right is to the release that was on sale",
  check({ database, story }) {
    const restores = story.events.filter(({ kind }) => kind === "restored").length;
    const before = remembered.get(database);
    const isKnown = before !== undefined && before.restores === restores;
    const given = database.read<Given>(`
      SELECT r.order_id || ' ' || r.product_id AS "order", ${BOUGHT} AS bought, ${ON_SALE} AS onSale
      FROM rights r JOIN products p ON p.id = r.product_id WHERE r.revoked_at IS NULL`);
    remembered.set(database, {
      restores,
      bought: new Map(given.map(({ order, bought }) => [order, bought])),
    });
    if (!isKnown) return null;
    for (const { order, bought, onSale } of given) {
      const known = before.bought.get(order);
      const expected = known === undefined ? onSale : known;
      if (bought !== expected)
        return `order ${order} has a right to release ${bought}, and bought ${expected}`;
    }
    return null;
  },
};

/** Whoever has a right can download all files of what they bought, and of what is on sale. */
export const boughtFilesAreKept: Invariant = {
  name: "the files of a release that somebody has are kept",
  check({ database }) {
    const needed = `SELECT ${BOUGHT} AS id FROM rights r WHERE r.revoked_at IS NULL
      UNION SELECT ${ON_SALE} FROM products p WHERE p.status <> 'draft'`;
    const [row] = database.read<{ id: string }>(`
      SELECT n.id FROM (${needed}) n WHERE n.id IS NOT NULL AND CASE
        WHEN EXISTS (SELECT 1 FROM release_files m WHERE m.release_id = n.id)
        THEN EXISTS (SELECT 1 FROM release_files m LEFT JOIN files f ON f.key = m.file_key
          WHERE m.release_id = n.id AND (f.key IS NULL OR f.status = 'uploading' OR f.sha256 IS NULL))
        ELSE NOT EXISTS (SELECT 1 FROM files f WHERE f.key = n.id AND f.sha256 IS NOT NULL) END
      LIMIT 1`);
    return row ? `release ${row.id} lacks a verified file` : null;
  },
};

/** A product sells one release, whose files are on sale; others of it are replaced, or prepared. */
export const oneReleaseOnSale: Invariant = {
  name: "a product has one release on sale",
  check({ database }) {
    const [release] = database.read<{ id: string }>(`
      SELECT m.id FROM releases m JOIN products p ON p.id = m.product_id
      WHERE p.release_id IS NOT NULL AND (m.id = p.release_id) <>
        (m.published_at IS NOT NULL AND m.replaced_at IS NULL) LIMIT 1`);
    if (release) return `release ${release.id} is on sale, and its product sells another one`;
    const [file] = database.read<{ key: string; status: string }>(`
      SELECT f.key, f.status FROM files f JOIN products p ON p.id = f.product_id
      WHERE p.release_id IS NOT NULL AND (f.status = 'complete') <> EXISTS (
        SELECT 1 FROM release_files m WHERE m.release_id = p.release_id AND m.file_key = f.key)
      LIMIT 1`);
    return file ? `file ${file.key} is ${file.status}, against the release on sale` : null;
  },
};

/** The link that a settlement writes leads to what was bought, any other one to that or to the release on sale. */
export const linkToOwnRelease: Invariant = {
  name: "a link leads to a release of its product",
  check({ database }: Pick<Judged, "database">) {
    const [row] = database.read<{ uid: string; id: string }>(`
      SELECT t.uid, coalesce(t.release_id, t.file_key) AS id FROM download_tokens t
      WHERE t.revoked_at IS NULL AND t.started_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM rights r WHERE r.uid = t.uid AND r.product_id = t.product_id
          AND ${BOUGHT} = coalesce(t.release_id, t.file_key))
        AND NOT EXISTS (SELECT 1 FROM releases m
          WHERE m.product_id = t.product_id AND m.id = t.release_id)
        AND NOT (t.release_id IS NULL AND EXISTS (SELECT 1 FROM files f
          WHERE f.key = t.file_key AND f.product_id = t.product_id)) LIMIT 1`);
    return row ? `${row.uid} has a link to ${row.id}, which is no release of the product` : null;
  },
};
