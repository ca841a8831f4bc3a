import { sql } from "drizzle-orm";
import { type PersonRows, rowsOf } from "../accounts/person-rows";
import type { ProductRows } from "../products/product-rows";

export const personRows: PersonRows = {
  reassign({ from, to, open }) {
    const { giveTo, drop } = rowsOf(from, open);
    return [giveTo(to, "download_tokens", "uid"), drop("handovers")];
  },
  remove({ uid, begun }) {
    const { drop } = rowsOf(uid, begun);
    return [drop("download_tokens"), drop("handovers")];
  },
};

export const productRows: ProductRows = {
  /** The seller's own, from the product's page. */
  remove: ({ id, ownerUid, isGone }) => [
    sql`DELETE FROM download_tokens WHERE uid = ${ownerUid} AND product_id = ${id} AND ${isGone}`,
    sql`DELETE FROM handovers WHERE uid = ${ownerUid} AND product_id = ${id} AND ${isGone}`,
  ],
};
