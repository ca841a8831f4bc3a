import type { LicenceSealing } from "../../app/licences/ports";

/**
 * Seals the keys of products anew under the current session secret. Each row changes only while it is what was read.
 * `unreadable`: those that no given secret opens.
 */
export async function resealProductKeys(
  db: Pick<D1Database, "prepare">,
  sealing: Pick<LicenceSealing, "reseal">,
): Promise<{ resealed: number; unreadable: number }> {
  const done = { resealed: 0, unreadable: 0 };
  const { results } = await db
    .prepare("SELECT product_id AS id, sealed_key AS sealed FROM licence_settings ORDER BY id")
    .all<{ id: string; sealed: string }>();
  for (const { id, sealed } of results) {
    const fresh = await sealing.reseal(sealed);
    if (fresh === null) done.unreadable += 1;
    if (fresh === null || fresh === sealed) continue;
    await db
      .prepare("UPDATE licence_settings SET sealed_key = ? WHERE product_id = ? AND sealed_key = ?")
      .bind(fresh, id, sealed)
      .run();
    done.resealed += 1;
  }
  return done;
}
