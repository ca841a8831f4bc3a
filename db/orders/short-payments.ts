import { type SQL, sql } from "drizzle-orm";
import { isDust, MAX_SHORT_ENTRIES } from "../../app/orders/rules/incoming-payment";
import { DECISION_KINDS } from "../../app/orders/rules/ledger-kinds";
import { type Payment, returnableOf } from "../../app/orders/rules/payment";
import { sqlList } from "../client";
import { reviewEvent } from "./events";
import { isUnrecorded, occurrenceOf } from "./ledger";

/** What one wallet sent in a payment below the price. */
interface ShortPart {
  signature: string;
  slot: number;
  payer: string;
  lamports: bigint;
  /** The part of it that reached the platform; 0 where that is not known. */
  platformLamports: bigint;
}

export function partsOf(payment: Payment): ShortPart[] {
  const { signature, slot, payer, feePaid, shares, others = [] } = payment;
  // What reached the platform counts where the seller accepts the payment, which ends with two legs.
  const platformLamports = shares ? 0n : feePaid;
  const main = { payer, lamports: returnableOf(payment), platformLamports };
  const all = [main, ...others.map((other) => ({ ...other, platformLamports: 0n }))];
  return all.map((part) => ({ ...part, signature, slot }));
}

/** Characters of the signature and of the wallet that tell parts apart. */
const TAG_SIGNATURE_CHARS = 12;
const TAG_WALLET_CHARS = 4;
const TAG_CHARS = TAG_SIGNATURE_CHARS + TAG_WALLET_CHARS + 1;
/** Payments without an entry that an order adds up; the sum of more is not kept. */
export const MAX_SHORT_TAGS = 100;

function tagOf(signature: SQL, payer: SQL): SQL {
  return sql`(substr(${signature}, 1, ${TAG_SIGNATURE_CHARS})
    || substr(${payer}, 1, ${TAG_WALLET_CHARS}) || ' ')`;
}

/**
 * Records a part once, whichever way. Where the order has all its entries, the smallest one below this
 * amount makes room, unless a decision was taken on it. Each statement requires that the part is not
 * recorded, so a second run changes nothing.
 */
export function recordShortStatements(
  id: string,
  priceLamports: bigint,
  { signature, slot, payer, lamports, platformLamports }: ShortPart,
  at: number,
): SQL[] {
  const amount = Number(lamports);
  const tag = tagOf(sql`${signature}`, sql`${payer}`);
  const isNew = sql`${isUnrecorded(id, { signature, payer })}
    AND EXISTS (SELECT 1 FROM orders t WHERE t.id = ${id} AND instr(t.short_tags, ${tag}) = 0)`;
  const hasRoomForTag = sql`length(short_tags) < ${MAX_SHORT_TAGS * TAG_CHARS}`;
  const addToSum = sql`UPDATE orders SET short_lamports = short_lamports + ${amount},
      short_tags = short_tags || ${tag} WHERE id = ${id} AND ${hasRoomForTag} AND ${isNew}`;
  if (isDust(lamports, priceLamports)) return [addToSum];

  const entries = sql`(SELECT count(*) FROM ledger e WHERE e.order_id = ${id} AND e.kind = 'short')`;
  const isFull = sql`${entries} >= ${MAX_SHORT_ENTRIES}`;
  const smallest = sql`(SELECT s.id FROM ledger s WHERE s.order_id = ${id} AND s.kind = 'short'
    AND s.lamports < ${amount}
    AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = ${id} AND r.payer = s.payer)
    AND NOT EXISTS (SELECT 1 FROM ledger d WHERE d.order_id = ${id} AND d.payer = s.payer
      AND d.kind IN ${sqlList([...DECISION_KINDS, "dropped"])}) ORDER BY s.lamports, s.id DESC LIMIT 1)`;
  const smallestTag = sql`(SELECT ${tagOf(sql`m.signature`, sql`m.payer`)} FROM ledger m
    WHERE m.id = ${smallest})`;
  return [
    sql`UPDATE orders SET short_tags = short_tags || ${smallestTag} WHERE id = ${id}
      AND ${hasRoomForTag} AND ${isFull} AND ${smallest} IS NOT NULL AND ${isNew}`,
    sql`DELETE FROM ledger WHERE id = ${smallest} AND ${isFull} AND ${isNew}`,
    sql`UPDATE orders SET short_lamports = short_lamports + ${amount}
      WHERE id = ${id} AND NOT (${isFull}) AND ${isNew}`,
    sql`INSERT INTO events ${reviewEvent({ id, reason: "short", at }, sql`NOT (${isFull}) AND ${isNew}`)}`,
    sql`INSERT INTO ledger (order_id, product_id, owner_uid, kind, lamports, signature, slot, at, payer,
        occurrence, platform_lamports)
      SELECT o.id, o.product_id, o.owner_uid, 'short', ${amount}, ${signature}, ${slot}, ${at},
        ${payer}, ${occurrenceOf(id, signature)}, ${Number(platformLamports)} FROM orders o
      WHERE o.id = ${id} AND NOT (${isFull}) AND ${isNew} ON CONFLICT DO NOTHING`,
    addToSum,
  ];
}
