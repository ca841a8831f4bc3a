import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SettlementFacts } from "../../app/orders/rules/may-settle";
import type { Payment } from "../../app/orders/rules/payment";
import type { Availability } from "../../app/products/rules/sale-type";
import { isClosed } from "../accounts/users";
import { accountOfWallet, type WalletOwner } from "../accounts/wallet-account";
import { orders } from "../schema/index";
import { isReturned } from "./ledger";
import { existsRight, IS_LIVE } from "./rights";
import { placesAhead } from "./stock-conditions";
import { areThingsFree, availabilityOfThings, takesNothing } from "./things";

/** A payment that is to settle an order. */
export interface Settling {
  id: string;
  payment: Pick<Payment, "signature">;
  payer: WalletOwner;
  /** The account that claims the order; null for the order's own buyer. */
  claimedBy: string | null;
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

/** What the record says of the settlement, as SQL expressions of an order `o` and its product `p`. */
function factsOf(settling: Settling) {
  const { payment, payer, at } = settling;
  const buyer = buyerOf(settling);
  return {
    payer: accountOfWallet(payer),
    buyer,
    isOwned: existsRight(
      sql`r.uid = ${buyer} AND r.product_id = o.product_id AND r.order_id <> o.id AND ${IS_LIVE}`,
    ),
    isSignatureUsed: sql`EXISTS (SELECT 1 FROM orders s WHERE s.signature = ${payment.signature}
      AND s.id <> o.id AND s.settled_at IS NOT NULL)`,
    ahead: placesAhead(sql`o`, at, null),
  };
}

/** A row of `settlementRow`. */
export interface SettlementRow {
  payerUid: string;
  buyerUid: string;
  isOwned: number;
  isSignatureUsed: number;
  isReturned: number;
  things: Availability;
  recordedAt: number | null;
  /** Null where the product is missing. */
  status: "draft" | "active" | "disabled" | null;
  recipient: string;
  priceLamports: number;
}

/** What `maySettle` asks of an order's payment, its people and its product. */
export function settlementRow(settling: Settling): SQL {
  const { payer, buyer, isOwned, isSignatureUsed, ahead } = factsOf(settling);
  const { id, payment } = settling;
  return sql`SELECT ${payer} AS payerUid, ${buyer} AS buyerUid, ${isOwned} AS isOwned,
      ${isSignatureUsed} AS isSignatureUsed, ${wasReturned(settling)} AS isReturned,
      ${availabilityOfThings(sql`o`, sql`p`, ahead)} AS things,
      (SELECT min(l.at) FROM ledger l WHERE l.order_id = o.id
        AND l.signature = ${payment.signature}) AS recordedAt,
      p.status, p.recipient, p.price_lamports AS priceLamports
    FROM orders o LEFT JOIN products p ON p.id = o.product_id WHERE o.id = ${id}`;
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
 * unsettled, payer and buyer are not its seller, the buyer does not have the product by another order, the
 * transaction settles no other order, and there is all that the order takes.
 */
export function maySettleNow(settling: Settling, source: Source): SQL {
  const { payer, buyer, isOwned, isSignatureUsed, ahead } = factsOf(settling);
  const { wallet } = settling.payer;
  const [order, product] = [sql`o`, sql`p`];
  const isThere =
    source === "any" ? areThingsFree(order, product, ahead) : takesNothing(order, product);
  const claimed = settling.claimedBy === null ? sql`1` : isClaimable(settling);
  return sql`EXISTS (SELECT 1 FROM orders o JOIN products p ON p.id = o.product_id
    WHERE o.id = ${settling.id} AND o.settled_at IS NULL AND o.refunded_at IS NULL
      AND (o.status <> 'review' OR coalesce(o.review_reason, '') <> 'owned')
      AND ${wallet} NOT IN (o.recipient, p.recipient) AND ${payer} <> o.owner_uid
      AND ${buyer} <> o.owner_uid AND NOT ${isOwned} AND NOT ${isSignatureUsed}
      AND (o.hold = 'held' OR ${isThere}) AND ${claimed})`;
}

/** Of an order `o`: the wallet paid it for another one, and the account that claims it is open. */
function isClaimable({ payer, claimedBy }: Settling): SQL {
  return sql`(o.status = 'paid_by_other' AND o.payer_wallet = ${payer.wallet}
    AND NOT ${isClosed(claimedBy ?? "")})`;
}
