import type { Invariant } from "./invariant";

/** A download link that works belongs to who has the right to that product. */
export const linkOnlyForRight: Invariant = {
  name: "a link only for a right",
  check({ database }) {
    const [row] = database.read<{ uid: string; product_id: string }>(`
      SELECT t.uid, t.product_id FROM download_tokens t
      WHERE t.revoked_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM purchases p
        WHERE p.uid = t.uid AND p.product_id = t.product_id AND p.revoked_at IS NULL)
      LIMIT 1`);
    return row ? `${row.uid} has a link for product ${row.product_id} and no right to it` : null;
  },
};
