import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "../client";
import { downloadTokens, purchases, rights } from "../schema/index";
import { existsRight, IS_LIVE, selectRights } from "./rights";
import { buyerOf, type Settling, settleable } from "./settlement";

type Statement = BatchItem<"sqlite">;

export interface Sale extends Pick<Settling, "id" | "payer" | "claimedBy" | "at"> {
  /** SHA-256 of the first download link, hex; null for none. */
  tokenHash: string | null;
  /** SQL condition: this batch gave the right. It is asked before the order itself is updated. */
  isBought: SQL;
}

export interface EndedSales {
  /** Select: ids of the orders whose sale ends. */
  orders: SQL;
  /** Epoch ms. */
  at: number;
}

/**
 * How something that is sold reaches its buyer, and is taken back: statements of the batch that settles an order, or
 * ends its sale by a refund or a rollback. Each may run again and then changes nothing.
 */
export interface Fulfilment {
  onSale(db: Db, sale: Sale): readonly Statement[];
  onReverse(db: Db, ended: EndedSales): readonly Statement[];
}

/** Files: the first link to the release that was bought, and all links. */
const files: Fulfilment = {
  onSale: (db, { id, tokenHash, isBought, at }) => [
    // So that the buyer can start a download without another write.
    db
      .insert(downloadTokens)
      .select(
        sql`SELECT ${tokenHash}, p.uid, p.product_id, r.release_id, p.file_key, ${at}, NULL, NULL, 0
          FROM purchases p JOIN rights r ON r.order_id = p.order_id AND r.product_id = p.product_id
          WHERE p.order_id = ${id} AND p.file_key IS NOT NULL AND ${tokenHash} IS NOT NULL
            AND EXISTS (SELECT 1 FROM orders WHERE ${settleable(id)}) AND ${isBought}`,
      )
      .onConflictDoNothing(),
  ],
  onReverse: (db, { orders, at }) => [
    db
      .update(downloadTokens)
      .set({ revokedAt: at })
      .where(
        and(sql`(uid, product_id) IN (${endedRights(orders)})`, isNull(downloadTokens.revokedAt)),
      ),
  ],
};

/** Select: uid and product of the rights that end with these orders, where the person has no other one. */
function endedRights(orders: SQL): SQL {
  const another = sql`r.uid = e.uid AND r.product_id = e.product_id
    AND r.order_id NOT IN (${orders}) AND ${IS_LIVE}`;
  const ended = selectRights(sql`r.uid, r.product_id`, sql`r.order_id IN (${orders})`);
  return sql`SELECT e.uid, e.product_id FROM (${ended}) e WHERE NOT ${existsRight(another)}`;
}

/** What is delivered beside the right itself. */
export const FULFILMENTS: readonly Fulfilment[] = [files];

/** The right to what was bought while `condition` is true, which a trigger writes with the purchase, and its delivery. */
export function deliver(
  db: Db,
  { condition, ...sale }: Sale & { condition: SQL },
  fulfilments: readonly Fulfilment[],
): readonly Statement[] {
  const { id, at } = sale;
  const right = db
    .insert(purchases)
    .select(
      // The version on sale at this moment: no replacement comes between.
      sql`SELECT ${buyerOf(sale)}, o.product_id, o.id, ${at}, NULL, NULL,
        (SELECT file_key FROM products WHERE id = o.product_id) FROM orders o
        WHERE o.id = ${id} AND ${condition}`,
    )
    .onConflictDoUpdate({
      target: [purchases.uid, purchases.productId],
      set: {
        orderId: id,
        createdAt: at,
        revokedAt: null,
        fileKey: sql`excluded.file_key`,
      },
    });
  return [right, ...fulfilments.flatMap((one) => one.onSale(db, sale))];
}

/** Takes back what was delivered, and last the right to it. */
export function takeBack(
  db: Db,
  ended: EndedSales,
  fulfilments: readonly Fulfilment[],
): readonly Statement[] {
  const { orders, at } = ended;
  const isOfThem = sql`order_id IN (${orders})`;
  return [
    ...fulfilments.flatMap((one) => one.onReverse(db, ended)),
    db
      .update(purchases)
      .set({ revokedAt: at })
      .where(and(isOfThem, isNull(purchases.revokedAt))),
    // Those whose purchase a later order of the person took over. A trigger has written the others.
    db
      .update(rights)
      .set({ revokedAt: at })
      .where(and(isOfThem, isNull(rights.revokedAt))),
  ];
}
