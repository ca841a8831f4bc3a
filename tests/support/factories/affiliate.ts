import type { AffiliateState } from "../../../app/affiliates/rules/affiliate";
import { changeRow, insertRow } from "../rows";

export interface AffiliateTraits {
  productId: string;
  uid: string;
  /** 12 characters of base64url. */
  code?: string;
  /** Of the person; null for that of the product. */
  bps?: number | null;
  state?: AffiliateState;
}

/** Switches affiliates on for a product. Runs in Node and inside workerd. */
export async function payAffiliates(
  db: D1Database,
  productId: string,
  { bps = 2_000, isOpen = false }: { bps?: number | null; isOpen?: boolean } = {},
): Promise<void> {
  const changes = { affiliate_bps: bps, is_open_to_affiliates: isOpen ? 1 : 0 };
  await changeRow(db, "products", { id: productId }, changes);
}

/** Inserts an affiliate, in force unless `state` says otherwise; returns the code of its link. */
export async function insertAffiliate(
  db: D1Database,
  { productId, uid, bps = null, state = "active", ...traits }: AffiliateTraits,
): Promise<string> {
  const id = crypto.randomUUID();
  const code = traits.code ?? id.replaceAll("-", "").slice(0, 12);
  const times = { created_at: Date.now(), updated_at: Date.now() };
  await insertRow(db, "affiliates", {
    ...{ id, code, product_id: productId, uid, bps, state },
    ...times,
  });
  return code;
}
