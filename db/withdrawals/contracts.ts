import { sql } from "drizzle-orm";
import { CLOSED_STATUSES, UNDECIDED_STATUSES } from "../../app/orders/rules/order-state";
import type { NamedInText } from "../../app/withdrawals/rules/receipt-number";
import { type Db, sqlList } from "../client";

/** A contract to choose from. */
export interface ListedContract {
  orderId: string;
  title: string;
  /** Epoch ms. */
  boughtAt: number;
}

/** An order that money came for, as a declaration can mean it. */
export interface NamedContract {
  id: string;
  title: string;
  productId: string;
  ownerUid: string;
  buyerUid: string | null;
  payerWallet: string | null;
  /** The transaction that settled it. */
  signature: string | null;
  status: string;
  createdAt: number;
  guestSecretHash: string | null;
  guestSignature: string | null;
  receiptNumber: string | null;
}

const PAID = sqlList([...CLOSED_STATUSES, ...UNDECIDED_STATUSES]);

const LISTED = sql`id AS orderId, label AS title, coalesce(settled_at, created_at) AS boughtAt`;

export type Contracts = ReturnType<typeof contractsIn>;

/** Orders that were paid for, and the numbers on their receipts. */
export function contractsIn(db: Db) {
  return {
    /** The newest first. */
    ofBuyer(uid: string, limit: number): Promise<ListedContract[]> {
      return db.all<ListedContract>(sql`SELECT ${LISTED} FROM orders
        WHERE buyer_uid = ${uid} AND status = 'paid' ORDER BY boughtAt DESC LIMIT ${limit}`);
    },

    /** What a browser without an account has paid for itself since a time (epoch ms). */
    ofGuest(secretHash: string, since: number, limit: number): Promise<ListedContract[]> {
      return db.all<ListedContract>(sql`SELECT ${LISTED} FROM orders
        WHERE guest_secret_hash = ${secretHash} AND status = 'paid' AND created_at > ${since}
          AND signature IS NOT NULL AND guest_signature = signature
        ORDER BY boughtAt DESC LIMIT ${limit}`);
    },

    /** The paid orders with one of these ids, signatures or receipt numbers. */
    named({ numbers, words }: NamedInText): Promise<NamedContract[]> {
      const list = (values: readonly string[]) =>
        sql`(${sql.join(
          values.map((value) => sql`${value}`),
          sql`, `,
        )})`;
      return db.all<NamedContract>(sql`
        SELECT o.id, o.label AS title, o.product_id AS productId, o.owner_uid AS ownerUid,
          o.buyer_uid AS buyerUid, o.payer_wallet AS payerWallet, o.signature, o.status,
          o.created_at AS createdAt, o.guest_secret_hash AS guestSecretHash,
          o.guest_signature AS guestSignature, r.number AS receiptNumber
        FROM (SELECT id FROM orders WHERE id IN ${list(words)}
          UNION SELECT id FROM orders WHERE signature IS NOT NULL AND signature IN ${list(words)}
          UNION SELECT order_id FROM receipt_numbers WHERE number IN ${list(numbers)}) named
        JOIN orders o ON o.id = named.id
        LEFT JOIN receipt_numbers r ON r.order_id = o.id
        WHERE o.status IN ${PAID}`);
    },

    /** The number on the receipt of an order, which is `candidate` where it had none. */
    async receiptNumber(orderId: string, candidate: string): Promise<string> {
      const read = () =>
        db.get<{ number: string } | undefined>(
          sql`SELECT number FROM receipt_numbers WHERE order_id = ${orderId}`,
        );
      const known = await read();
      if (known) return known.number;
      await db.run(sql`INSERT INTO receipt_numbers (order_id, number)
        VALUES (${orderId}, ${candidate}) ON CONFLICT DO NOTHING`);
      return (await read())?.number ?? candidate;
    },
  };
}
