import { type SQL, sql } from "drizzle-orm";
import { SHARE_KINDS, SHARE_OWED_KINDS } from "../../app/orders/rules/ledger-kinds";
import { DEBT_KINDS, WITHHELD_KINDS } from "../../app/orders/rules/share-kinds";
import type { ReceivedShares } from "../../app/sharing/ports";
import type { ShareEntry, ShareOfSale, ShareTotals } from "../../app/sharing/rules/share";
import { type Db, sqlList } from "../client";

export type ShareBooks = ReturnType<typeof shareBooksIn>;

/** What those who share in sales got, and owe. */
export function shareBooksIn(db: Db) {
  return {
    /**
     * Lamports that these wallets got of sales that the seller has refunded since, less what was taken off
     * their later shares. Two sales at the same time can take off the same lamports: then nothing is left.
     */
    async debtsTo(ownerUid: string, wallets: readonly string[]): Promise<Map<string, bigint>> {
      const rows = await db.all<{ wallet: string; debt: number }>(sql`
        SELECT e.wallet,
          sum(CASE e.kind WHEN 'due_back' THEN e.lamports ELSE -e.lamports END) AS debt
        FROM share_entries e JOIN orders o ON o.id = e.order_id
        WHERE e.wallet IN (SELECT value FROM json_each(${JSON.stringify(wallets)}))
          AND e.kind IN ${sqlList(DEBT_KINDS)} AND o.owner_uid = ${ownerUid}
        GROUP BY e.wallet HAVING debt > 0`);
      return new Map(rows.map(({ wallet, debt }) => [wallet, BigInt(debt)]));
    },
  };
}

/** What people received as authors: the entries of all wallets that were theirs for the product of the order. */
export function receivedSharesIn(db: Db): ReceivedShares {
  return {
    async totals(uid) {
      const [row] = await db.all<Sums>(sql`SELECT ${SUMS} ${entriesOf(uid)}`);
      return toSums(row ?? NO_SUMS);
    },

    async owedBy(uid) {
      const rows = await db.all<{ sellerUid: string; sellerName: string | null; lamports: number }>(
        sql`SELECT o.owner_uid AS sellerUid, ${SELLER_NAME} AS sellerName, sum(e.lamports) AS lamports
          ${entriesOf(uid, sql`JOIN users s ON s.uid = o.owner_uid`)}
            AND e.kind IN ${sqlList(SHARE_OWED_KINDS)}
          GROUP BY o.owner_uid HAVING sum(e.lamports) > 0 ORDER BY sum(e.lamports) DESC`,
      );
      return rows.map((row) => ({ ...row, lamports: BigInt(row.lamports) }));
    },

    async sales(uid, limit) {
      const rows = await db.all<SaleRow>(sql`SELECT ${SALE} ${entriesOf(uid)}
        GROUP BY o.id ORDER BY min(e.at) DESC, o.id LIMIT ${limit}`);
      return rows.map(toSale);
    },

    async sale(uid, orderId) {
      const [row] = await db.all<SaleRow & FactsRow>(sql`SELECT ${SALE}, o.owner_uid AS sellerUid,
          ${SELLER_NAME} AS sellerName, max(e.wallet) AS wallet, o.price_lamports AS priceLamports
        ${entriesOf(uid, sql`JOIN users s ON s.uid = o.owner_uid`)} AND o.id = ${orderId}
        GROUP BY o.id`);
      if (!row) return null;
      const { sellerUid, sellerName, wallet, priceLamports } = row;
      return {
        ...toSale(row),
        sellerUid,
        sellerName,
        wallet,
        priceLamports: BigInt(priceLamports),
      };
    },

    async entries(uid, { after, limit }) {
      const rows = await db.all<EntryRow>(sql`SELECT e.rowid AS id, e.at, e.kind, o.id AS orderId,
          o.product_id AS productId, o.label AS title, e.lamports, e.wallet, e.signature
        ${entriesOf(uid)} AND e.rowid > ${after} ORDER BY e.rowid LIMIT ${limit}`);
      return rows.map((row) => ({ ...row, lamports: BigInt(row.lamports) }));
    },
  };
}

/** By the index on wallets; a wallet of several people counts by product. */
function entriesOf(uid: string, join: SQL = sql``): SQL {
  return sql`FROM share_entries e JOIN orders o ON o.id = e.order_id
    JOIN author_wallets w ON w.product_id = o.product_id AND w.wallet = e.wallet AND w.uid = ${uid}
    ${join}
    WHERE e.wallet IN (SELECT wallet FROM author_wallets WHERE uid = ${uid}) AND e.role = 'author'`;
}

const sumOf = (kinds: readonly string[]) =>
  sql`coalesce(sum(CASE WHEN e.kind IN ${sqlList(kinds)} THEN e.lamports END), 0)`;

const SUMS = sql`${sumOf(SHARE_KINDS)} AS received, ${sumOf(SHARE_OWED_KINDS)} AS owed,
  ${sumOf(WITHHELD_KINDS)} AS withheld, ${sumOf(["due_back"])} AS returnable`;

const SELLER_NAME = sql`iif(s.deleted_at IS NULL, s.display_name, NULL)`;

const SALE = sql`o.id AS orderId, o.product_id AS productId, o.label AS title, min(e.at) AS at,
  o.status = 'refunded' AS isRefunded, max(CASE WHEN e.kind = 'share' THEN e.signature END) AS signature,
  ${SUMS}`;

interface Sums {
  received: number;
  owed: number;
  withheld: number;
  returnable: number;
}

const NO_SUMS: Sums = { received: 0, owed: 0, withheld: 0, returnable: 0 };

interface SaleRow extends Sums {
  orderId: string;
  productId: string;
  title: string;
  at: number;
  isRefunded: number;
  signature: string | null;
}

interface FactsRow {
  sellerUid: string;
  sellerName: string | null;
  wallet: string;
  priceLamports: number;
}

type EntryRow = Omit<ShareEntry, "lamports"> & { lamports: number };

function toSums({ received, owed, withheld, returnable }: Sums): ShareTotals {
  // Two open orders can take off the same debt.
  const left = Math.max(returnable - withheld, 0);
  return {
    received: BigInt(received),
    owed: BigInt(owed),
    withheld: BigInt(withheld),
    dueBack: BigInt(left),
  };
}

function toSale(row: SaleRow): ShareOfSale {
  const { orderId, productId, title, at, isRefunded, signature } = row;
  const { dueBack: _, ...amounts } = toSums(row);
  return { orderId, productId, title, at, signature, isRefunded: isRefunded === 1, ...amounts };
}
