import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { CODE_GRACE_MS } from "../../app/codes/rules/code";
import type { SettlementFacts } from "../../app/orders/rules/may-settle";
import type { Payment } from "../../app/orders/rules/payment";
import type { Availability } from "../../app/products/rules/sale-type";
import { isClosed } from "../accounts/users";
import { accountOfWallet, type WalletOwner } from "../accounts/wallet-account";
import { CAN_BE_ITEM } from "../bundles/item-condition";
import { exists } from "../client";
import { usesOf } from "../codes/offered-codes";
import { orders } from "../schema/index";
import { isReturned } from "./ledger";
import { existsRight, IS_LIVE } from "./rights";
import { placesBefore } from "./stock-conditions";
import { areThingsFree, availabilityOfThings, itemsOf, takesNothing } from "./things";

/** A payment that is to settle an order. */
export interface Settling {
  id: string;
  payment: Pick<Payment, "signature">;
  payer: WalletOwner;
  /** The account that claims the order; null for the order's own buyer. */
  claimedBy: string | null;
  /** The seller accepts it: limits of a person do not count. */
  isAccepted?: boolean;
  /** Epoch ms. */
  at: number;
}

/** SQL condition for an order that a valid payment settles; corresponds to `canSettle`. */
export function settleable(id: string): SQL | undefined {
  return and(eq(orders.id, id), isNull(orders.settledAt), isNull(orders.refundedAt));
}

/**
 * SQL condition: the order has no buyer, or its buyer deleted their account before it was paid. What a
 * wallet pays for it belongs to the wallet.
 */
export function lacksBuyer(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM orders b WHERE b.id = ${id} AND (b.buyer_uid IS NULL
    OR (${isClosed(sql`b.buyer_uid`)} AND NOT ${existsRight(sql`r.order_id = b.id`)})))`;
}

/** SQL expression: the buyer of the order once this wallet has paid it. */
export function buyerOf({ id, payer, claimedBy }: Pick<Settling, "id" | "payer" | "claimedBy">) {
  if (claimedBy !== null) return sql`${claimedBy}`;
  return sql`(SELECT CASE WHEN ${lacksBuyer(id)} THEN ${accountOfWallet(payer)}
    ELSE b.buyer_uid END FROM orders b WHERE b.id = ${id})`;
}

/** SQL condition: the payment was given back, and is no reason to settle the order. */
export function wasReturned({ id, payment, payer }: Omit<Settling, "claimedBy" | "at">): SQL {
  return isReturned(id, { signature: payment.signature, payer: payer.wallet });
}

/** FROM clause: the accounts `w.payer` and `w.buyer`. An expression that repeated them would be too deep for D1. */
function people(settling: Settling): SQL {
  return sql`(SELECT ${accountOfWallet(settling.payer)} AS payer, ${buyerOf(settling)} AS buyer) w`;
}

/** What the record says of the settlement, as SQL expressions of an order `o`, its product `p` and `people`. */
function factsOf({ payment, at }: Settling) {
  return {
    isOwned: existsRight(
      sql`r.uid = w.buyer AND r.product_id = o.product_id AND r.order_id <> o.id AND ${IS_LIVE}`,
    ),
    isSignatureUsed: sql`EXISTS (SELECT 1 FROM orders s WHERE s.signature = ${payment.signature}
      AND s.id <> o.id AND s.settled_at IS NOT NULL)`,
    isCodeUsed: sql`EXISTS (SELECT 1 FROM codes c WHERE c.id = o.code_id
      AND c.per_person <= ${usesOf(sql`c`, sql`w.buyer`, { product: sql`o.product_id`, order: sql`o.id` })})`,
    ahead: placesBefore(sql`o`, at, null),
    isCreditGone: exists(
      sql`${creditedRows(sql`o`, sql`i`)} AND NOT ${isPaidItem(sql`w.buyer`, sql`i.value ->> 'product'`)}`,
    ),
  };
}

/** Select: the items of an order that its price was lowered for (`creditedItems` of the terms), as `item`. */
function creditedRows(order: SQL, item: SQL): SQL {
  return sql`SELECT 1 FROM json_each(${order}.terms, '$.adjustments') a, json_each(${order}.terms, '$.items') ${item}
    WHERE a.value ->> 'kind' = 'bundle' AND instr(a.value ->> 'id', ${item}.key) > 0`;
}

/** SQL condition: the price of an order was lowered for the product. */
export function isCreditedFor(order: SQL, productId: SQL): SQL {
  return sql`EXISTS (${creditedRows(order, sql`z`)} AND z.value ->> 'product' = ${productId})`;
}

/**
 * SQL condition: the person has the product by an order that was paid and is final, and that no refund is built for.
 * What a fork can undo, or a refund under way will, lowers no price; nor does a bundle whose own price was lowered for
 * the product.
 */
export function isPaidItem(uid: SQL, productId: SQL, besides = sql`''`): SQL {
  return sql`EXISTS (SELECT 1 FROM rights g JOIN orders b ON b.id = g.order_id
    WHERE g.uid = ${uid} AND g.product_id = ${productId} AND g.revoked_at IS NULL
      AND g.order_id <> ${besides} AND g.grant_reason IS NULL AND b.status = 'paid'
      AND b.finalized_at IS NOT NULL
      AND NOT ${isCreditedFor(sql`b`, productId)}
      AND NOT EXISTS (SELECT 1 FROM refunds x WHERE x.order_id = b.id AND x.signature IS NULL))`;
}

/**
 * Of the item of a bundle's order `o`, in `q`: it is still sold as the bundle's seller sells it. Null where the item was
 * removed.
 */
const IS_ITEM_ON_SALE = sql`(${CAN_BE_ITEM} AND q.owner_uid = o.owner_uid AND q.recipient = p.recipient)`;

/** A row of `settlementRow`. */
export interface SettlementRow {
  payerUid: string;
  buyerUid: string;
  isOwned: number;
  isSignatureUsed: number;
  isReturned: number;
  isCodeUsed: number;
  isCodeOff: number;
  isCreditGone: number;
  things: Availability;
  recordedAt: number | null;
  /** Null where the product is missing. */
  status: "draft" | "active" | "disabled" | null;
  recipient: string;
  priceLamports: number;
}

/** What `maySettle` asks of an order's payment, its people and its product. */
export function settlementRow(settling: Settling): SQL {
  const { isOwned, isSignatureUsed, isCodeUsed, isCreditGone, ahead } = factsOf(settling);
  const { id, payment, isAccepted = false, at } = settling;
  const isItemOff = exists(sql`SELECT 1 FROM ${itemsOf(sql`o`)} AND ${IS_ITEM_ON_SALE} IS NOT 1`);
  return sql`SELECT w.payer AS payerUid, w.buyer AS buyerUid, ${isOwned} AS isOwned,
      ${isSignatureUsed} AS isSignatureUsed, ${wasReturned(settling)} AS isReturned,
      ${isCodeUsed} AS isCodeUsed, (o.code_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM codes c
        WHERE c.id = o.code_id AND c.disabled_at IS NULL
          AND coalesce(c.ends_at + ${CODE_GRACE_MS} > ${at}, 1))) AS isCodeOff,
      ${isCreditGone} AS isCreditGone,
      ${availabilityOfThings(sql`o`, sql`p`, { ahead, isAccepted })} AS things,
      (SELECT min(l.at) FROM ledger l WHERE l.order_id = o.id
        AND l.signature = ${payment.signature}) AS recordedAt,
      iif(${isItemOff}, 'disabled', p.status) AS status,
      p.recipient, p.price_lamports AS priceLamports
    FROM ${people(settling)} JOIN orders o ON o.id = ${id} LEFT JOIN products p ON p.id = o.product_id`;
}

/** `at`: the present, epoch ms. */
export function toFacts(
  { status, recipient, priceLamports, ...row }: SettlementRow,
  at: number,
): Omit<SettlementFacts, "way"> {
  const price = BigInt(priceLamports ?? 0);
  return {
    ...row,
    product: status && { status, recipient, priceLamports: price },
    isOwned: row.isOwned === 1,
    isSignatureUsed: row.isSignatureUsed === 1,
    isReturned: row.isReturned === 1,
    isCodeUsed: row.isCodeUsed === 1,
    isCodeOff: row.isCodeOff === 1,
    isCreditGone: row.isCreditGone === 1,
    recordedAt: row.recordedAt ?? at,
  };
}

/** Where what the order takes comes from. */
type Source =
  /** Held for the order, or free beyond what the line waits for. */
  | "any"
  /** Held for the order. */
  | "held";

/**
 * SQL condition of the settling write, the same as `maySettle` but for amounts and times: the order is
 * unsettled, payer and buyer are not its seller, the buyer does not have the product by another order, has a
 * use of its code left and still has the items that its price was lowered for, the transaction settles no other order, and there is all that the order takes.
 */
export function maySettleNow(settling: Settling, source: Source): SQL {
  const { isOwned, isSignatureUsed, isCodeUsed, isCreditGone, ahead } = factsOf(settling);
  const { wallet } = settling.payer;
  const [order, product] = [sql`o`, sql`p`];
  const isThere =
    source === "any" ? areThingsFree(order, product, ahead) : takesNothing(order, product);
  const claimed = settling.claimedBy === null ? sql`1` : isClaimable(settling);
  const isWithinCode = settling.isAccepted ? sql`1` : sql`NOT ${isCodeUsed}`;
  const hasCredit = settling.isAccepted ? sql`1` : sql`NOT ${isCreditGone}`;
  return sql`EXISTS (SELECT 1 FROM ${people(settling)} JOIN orders o ON o.id = ${settling.id}
    JOIN products p ON p.id = o.product_id
    WHERE o.settled_at IS NULL AND o.refunded_at IS NULL
      AND (o.status <> 'review' OR coalesce(o.review_reason, '') <> 'owned')
      AND ${wallet} NOT IN (o.recipient, p.recipient) AND w.payer <> o.owner_uid
      AND w.buyer <> o.owner_uid AND NOT ${isOwned} AND NOT ${isSignatureUsed}
      AND ${isWithinCode} AND ${hasCredit} AND (o.hold = 'held' OR ${isThere}) AND ${claimed})`;
}

/** Of an order `o`: the wallet paid it for another one, and the account that claims it is open. */
function isClaimable({ payer, claimedBy }: Settling): SQL {
  return sql`(o.status = 'paid_by_other' AND o.payer_wallet = ${payer.wallet}
    AND NOT ${isClosed(claimedBy ?? "")})`;
}
