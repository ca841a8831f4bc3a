import { and, eq, type SQL, sql } from "drizzle-orm";
import type { AcceptedShort } from "../../app/orders/rules/incoming-payment";
import { UNPAID_STATUSES } from "../../app/orders/rules/order-state";
import { type Db, sqlList } from "../client";
import { ledger, orders, products, stockLine } from "../schema/index";
import { deliver } from "./fulfilment";
import { insertEntry, UNDECIDED_BALANCE } from "./ledger";
import {
  type Delivering,
  isBoughtBy,
  isProductOf,
  openBuyerAccount,
  ownSignature,
  RELEASED_HOLD,
  takeThings,
} from "./order-writes";
import { holderOf } from "./rights";
import { maySettleNow, type Settling, settleable } from "./settlement";
import { IS_SCARCE } from "./things";

/**
 * The batch that gives the file for less than the price. Like `settleStatements`, its first statement
 * takes all that the order needs, which the others require, and the order is updated last, so that running it
 * again changes nothing.
 */
export function acceptShortStatements(
  db: Db,
  settling: Settling,
  parts: AcceptedShort["parts"],
  { tokenHash, fulfilments }: Delivering,
) {
  const { id, payer, payment, at } = settling;
  const sum = (key: "lamports" | "platformLamports") =>
    parts.reduce((total, part) => total + part[key], 0);
  const [paid, platformPaid] = [sum("lamports"), sum("platformLamports")];
  const slot = Math.max(...parts.map((part) => part.slot));
  const undecided = isUndecided(settling, paid);
  const open = sql`${maySettleNow(settling, "held")} AND ${undecided}`;
  // The entries change what waits, so that what follows them looks at the entries instead.
  const isAccepted = isBookedAsPartial(id);
  const feeOwed = sql`max(0, (SELECT fee_lamports FROM orders WHERE id = ${id}) - ${platformPaid})`;
  const entry = (kind: "fee" | "fee_owed", lamports: ReturnType<typeof sql>) => {
    const of = { signature: payment.signature, slot, payer: payer.wallet };
    return insertEntry(db, { id, kind, lamports, payment: of, at }, isAccepted);
  };
  const buyer = holderOf(id);
  return [
    ...takeThings(db, settling, undecided),
    ...openBuyerAccount(db, id, { payer, at, condition: open }),
    ...deliver(
      db,
      { ...settling, tokenHash, isBought: isBoughtBy(settling), condition: open },
      fulfilments,
    ),
    bookParts(db, settling, parts, open),
    sellUnit(db, id, isAccepted),
    entry("fee", sql`${platformPaid}`),
    entry("fee_owed", feeOwed),
    db
      .update(orders)
      .set({
        status: "paid",
        hold: sql`CASE WHEN ${IS_SCARCE} THEN 'sold' ELSE ${RELEASED_HOLD} END`,
        signature: ownSignature(id, payment.signature),
        slot,
        payerWallet: payer.wallet,
        paidLamports: paid,
        surplusLamports: 0,
        feeOwedLamports: feeOwed,
        buyerUid: buyer,
        buyerWallet: payer.wallet,
        paymentRequested: true,
        reviewReason: null,
        settledAt: at,
        finalizedAt: at,
        updatedAt: at,
      })
      .where(and(settleable(id), sql`${isAccepted} AND ${buyer} IS NOT NULL`)),
    db.delete(stockLine).where(and(eq(stockLine.orderId, id), sql`${buyer} IS NOT NULL`)),
  ] as const;
}

/** The order's unit is sold. One that was held before the product became unlimited is free again. */
function sellUnit(db: Db, id: string, condition: SQL) {
  const ofOrder = sql`FROM orders WHERE id = ${id}`;
  return db
    .update(products)
    .set({
      // One of an order that takes nothing would count as a sale where products are sorted by them.
      sold: sql`sold + (SELECT ${IS_SCARCE} ${ofOrder})`,
      held: sql`held - (SELECT hold = 'held' ${ofOrder})`,
    })
    .where(and(isProductOf(id), condition));
}

/** SQL condition: the wallet's payments to the order, `paid` lamports in all, wait for a decision. */
function isUndecided({ id, payer }: Settling, paid: number): SQL {
  return sql`EXISTS (SELECT 1 FROM orders a WHERE a.id = ${id}
      AND a.status IN ${sqlList(UNPAID_STATUSES)} AND a.built_form IS NOT 'cosigned')
    AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = ${id} AND r.signature IS NULL)
    AND (SELECT coalesce(sum(w.lamports), 0) FROM ledger w WHERE w.order_id = ${id}
      AND w.payer = ${payer.wallet} AND w.kind IN ${UNDECIDED_BALANCE}) = ${paid}`;
}

/** SQL condition: the order is unsettled and has the entries of `bookParts`. */
function isBookedAsPartial(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM orders WHERE ${settleable(id)})
    AND EXISTS (SELECT 1 FROM ledger e WHERE e.order_id = ${id} AND e.kind = 'partial')`;
}

/** Takes the parts from what waits and books them as a sale. */
function bookParts(
  db: Db,
  { id, payer, at }: Settling,
  parts: AcceptedShort["parts"],
  condition: SQL,
) {
  return (
    db
      .insert(ledger)
      // Both kinds by one statement: the first of two would change what waits.
      .select(
        sql`SELECT NULL, o.id, o.product_id, o.owner_uid, k.value,
          CASE k.value WHEN 'accepted' THEN -1 ELSE 1 END * json_extract(e.value, '$.lamports'),
          json_extract(e.value, '$.signature'), json_extract(e.value, '$.slot'), ${at},
          ${payer.wallet}, 0, 0
          FROM orders o, json_each(${JSON.stringify(parts)}) e,
            json_each('["accepted", "partial"]') k
          WHERE o.id = ${id} AND ${condition}`,
      )
      .onConflictDoNothing()
  );
}
