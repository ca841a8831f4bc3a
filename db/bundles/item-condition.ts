import { sql } from "drizzle-orm";

/** SQL condition on a product `q`: a bundle of its seller, paid to the same wallet, can have it. */
export const CAN_BE_ITEM = sql.raw(
  "q.status = 'active' AND q.bundle_size = 0 AND q.author_count = 0 AND q.price_lamports > 0",
);
