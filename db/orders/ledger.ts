import { asc, eq, type SQL, sql } from "drizzle-orm";
import {
  FEE_KINDS,
  INCOMING_KINDS,
  type LedgerKind,
  REFUNDABLE_KINDS,
  REVENUE_KINDS,
  SHARE_KINDS,
  SHARE_OWED_KINDS,
  UNDECIDED_BALANCE_KINDS,
  UNDECIDED_KINDS,
} from "../../app/orders/rules/ledger-kinds";
import type { Payment } from "../../app/orders/rules/payment";
import { type Db, sqlList } from "../client";
import { ledger } from "../schema/index";

interface LedgerEntry {
  orderId: string;
  productId: string;
  kind: LedgerKind;
  lamports: bigint;
  signature: string;
  slot: number;
  at: number;
  payer: string | null;
}

export type Ledger = ReturnType<typeof ledgerIn>;

export function ledgerIn(db: Db) {
  return {
    async ofOrder(orderId: string): Promise<LedgerEntry[]> {
      const rows = await db
        .select()
        .from(ledger)
        .where(eq(ledger.orderId, orderId))
        .orderBy(asc(ledger.id));
      return rows.map(({ id: _, ownerUid: __, occurrence: ___, ...row }) => ({
        ...row,
        kind: row.kind as LedgerKind,
        lamports: BigInt(row.lamports),
      }));
    },
  };
}

/** Lists of ledger kinds for SQL. */
export const REVENUE = sqlList(REVENUE_KINDS);
export const UNDECIDED_BALANCE = sqlList(UNDECIDED_BALANCE_KINDS);
const UNDECIDED = sqlList(UNDECIDED_KINDS);
export const REFUNDABLE = sqlList(REFUNDABLE_KINDS);
export const INCOMING = sqlList(INCOMING_KINDS);
export const FEE = sqlList(FEE_KINDS);
export const SHARE = sqlList(SHARE_KINDS);
export const SHARE_OWED = sqlList(SHARE_OWED_KINDS);
/** Each counts as an occurrence of its transaction, which may land again. */
const REVERSALS = sqlList(["rolled_back", "dropped"] satisfies LedgerKind[]);

interface NewEntry {
  id: string;
  kind: LedgerKind;
  lamports: SQL;
  /** A null payer stands for the payer of the order. */
  payment: Pick<Payment, "signature"> & { slot: number | SQL; payer: string | null };
  at: number;
}

/**
 * Inserts an entry, once for each order, kind, signature, payer and reversal of the transaction. An amount of
 * 0 has no entry.
 */
export function insertEntry(db: Db, { kind, lamports, ...entry }: NewEntry, where: SQL = sql`1`) {
  return insertFrom(db, entry, sql`SELECT ${kind} AS kind, ${lamports} AS lamports`, where);
}

/**
 * The same for several amounts of a payment, with some that the database computes. None sees another one. A
 * statement writes the last id once, whatever the number of its rows.
 */
export function insertEntries(
  db: Db,
  entry: Omit<NewEntry, "kind" | "lamports">,
  amounts: Partial<Record<LedgerKind, bigint>>,
  computed: readonly Pick<NewEntry, "kind" | "lamports">[],
  where: SQL,
) {
  const list = JSON.stringify(
    Object.entries(amounts).map(([kind, lamports]) => [kind, Number(lamports)]),
  );
  const given = sql`SELECT value ->> 0 AS kind, value ->> 1 AS lamports FROM json_each(${list})`;
  const rows = computed.map(({ kind, lamports }) => sql`SELECT ${kind}, ${lamports}`);
  return insertFrom(db, entry, sql.join([given, ...rows], sql` UNION ALL `), where);
}

function insertFrom(
  db: Db,
  { id, payment, at }: Omit<NewEntry, "kind" | "lamports">,
  rows: SQL,
  where: SQL,
) {
  return db
    .insert(ledger)
    .select(
      sql`SELECT NULL, o.id, o.product_id, o.owner_uid, e.kind, e.lamports,
        ${payment.signature}, ${payment.slot}, ${at}, coalesce(${payment.payer}, o.payer_wallet),
        ${occurrenceOf(id, payment.signature)}, 0
        FROM orders o CROSS JOIN (${rows}) e
        WHERE o.id = ${id} AND e.lamports <> 0 AND ${where}`,
    )
    .onConflictDoNothing();
}

/**
 * Inserts what other wallets sent in the transaction of a payment, each under its own name. An amount
 * that was recorded before a rollback is kept.
 */
export function insertOtherWallets(db: Db, id: string, payment: Payment, at: number, where?: SQL) {
  const { signature, slot, others = [] } = payment;
  return others.map(({ payer, lamports }) =>
    insertEntry(
      db,
      {
        id,
        kind: "unsettled",
        lamports: sql`${Number(lamports)}`,
        payment: { signature, slot, payer },
        at,
      },
      sql`${isUnrecorded(id, { signature, payer })} AND ${where ?? sql`1`}`,
    ),
  );
}

/** How often a transaction of an order was taken off the record so far. */
export function occurrenceOf(id: string, signature: string): SQL {
  return sql`(SELECT count(*) FROM ledger v WHERE v.order_id = ${id}
    AND v.signature = ${signature} AND v.kind IN ${REVERSALS})`;
}

/** SQL condition: the ledger has nothing that stands of what this wallet sent in a transaction. */
export function isUnrecorded(
  id: string,
  { signature, payer }: Pick<Payment, "signature" | "payer">,
) {
  return sql`${sumOf(id, signature, REVENUE, payer)}
    + ${sumOf(id, signature, UNDECIDED_BALANCE, payer)} = 0`;
}

/**
 * SQL condition: what this wallet sent in the transaction is on record, and was given back since. Refunds have
 * signatures of their own, so what waits of all that the wallet sent is compared.
 */
export function isReturned(
  id: string,
  { signature, payer }: Pick<Payment, "signature" | "payer">,
): SQL {
  return sql`${sumOf(id, signature, UNDECIDED, payer)} > (SELECT coalesce(sum(w.lamports), 0)
    FROM ledger w WHERE w.order_id = ${id} AND w.payer = ${payer} AND w.kind IN ${UNDECIDED_BALANCE})`;
}

/** Sum (lamports) of the entries of an order with this signature and these kinds, of one or any payer. */
export function sumOf(
  id: string | SQL,
  signature: string | SQL,
  ofKinds: SQL,
  payer?: string | SQL,
): SQL {
  const ofPayer = payer === undefined ? sql`` : sql` AND m.payer = ${payer}`;
  return sql`(SELECT coalesce(sum(m.lamports), 0) FROM ledger m WHERE m.order_id = ${id}
    AND m.signature = ${signature} AND m.kind IN ${ofKinds}${ofPayer})`;
}
