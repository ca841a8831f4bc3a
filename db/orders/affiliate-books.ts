import { type SQL, sql } from "drizzle-orm";
import type {
  AffiliateBooks,
  AffiliateFigures,
  AffiliateOfProduct,
  RecommendedProduct,
} from "../../app/affiliates/ports";
import type { AffiliateEntry } from "../../app/affiliates/rules/affiliate-report";
import { SHARE_KINDS } from "../../app/orders/rules/ledger-kinds";
import { DEBT_KINDS, WITHHELD_KINDS } from "../../app/orders/rules/share-kinds";
import { type Db, sqlList } from "../client";

/** Affiliates of one product that its seller sees: those in force and all applications are fewer. */
const MAX_SHOWN_OF_PRODUCT = 400;
/** Products that a person sees, the newest first. */
const MAX_SHOWN_PRODUCTS = 200;

/** What affiliates got, by the wallets that they had. */
export function affiliateBooksIn(db: Db): AffiliateBooks {
  return {
    /** Those in force and applications first. */
    async ofProduct(productId: string): Promise<AffiliateOfProduct[]> {
      const rows = await db.all<FigureRow & Omit<AffiliateOfProduct, keyof AffiliateFigures>>(sql`
        SELECT a.id, a.uid, u.display_name AS displayName, a.state, a.bps, a.note,
          u.wallet IS NOT NULL AS hasWallet, ${FIGURES}
        FROM affiliates a JOIN products p ON p.id = a.product_id JOIN users u ON u.uid = a.uid
        WHERE a.product_id = ${productId}
        ORDER BY a.state IN ('active', 'applied') DESC, a.updated_at DESC LIMIT ${MAX_SHOWN_OF_PRODUCT}`);
      return rows.map((row) => ({ ...withFigures(row), hasWallet: Boolean(row.hasWallet) }));
    },

    async ofPerson(uid: string): Promise<RecommendedProduct[]> {
      const rows = await db.all<FigureRow & Omit<RecommendedProduct, keyof AffiliateFigures>>(sql`
        SELECT p.id AS productId, p.title, a.code, a.state,
          iif(p.affiliate_bps IS NULL, NULL, coalesce(a.bps, p.affiliate_bps)) AS bps,
          p.owner_uid AS sellerUid, s.display_name AS sellerName, ${FIGURES}
        FROM affiliates a JOIN products p ON p.id = a.product_id JOIN users s ON s.uid = p.owner_uid
        WHERE a.uid = ${uid} ORDER BY a.created_at DESC LIMIT ${MAX_SHOWN_PRODUCTS}`);
      return rows.map(withFigures);
    },

    /** Newest first; of one order where it is named. */
    async entriesOf(
      uid: string,
      { orderId, limit }: { orderId?: string; limit: number },
    ): Promise<AffiliateEntry[]> {
      const isAsked = orderId === undefined ? sql`1` : sql`e.order_id = ${orderId}`;
      const rows = await db.all<Omit<AffiliateEntry, "lamports"> & { lamports: number }>(sql`
        SELECT e.order_id AS orderId, o.product_id AS productId, o.label AS title, e.kind, e.lamports,
          e.wallet, e.signature, e.at
        FROM affiliate_wallets w JOIN share_entries e ON e.wallet = w.wallet AND e.role = 'affiliate'
        JOIN orders o ON o.id = e.order_id
        JOIN affiliates a ON a.product_id = o.product_id AND a.uid = w.uid
        WHERE w.uid = ${uid} AND ${isAsked}
        ORDER BY e.at DESC, e.order_id, e.kind LIMIT ${limit}`);
      return rows.map((row) => ({ ...row, lamports: BigInt(row.lamports) }));
    },
  };
}

type FigureRow = Record<keyof AffiliateFigures, number>;

function withFigures<Row extends FigureRow>(row: Row) {
  return { ...row, received: BigInt(row.received), dueBack: BigInt(row.dueBack) };
}

/** Entries of an affiliate `a`, by its wallets. */
const entriesOfAffiliate = (condition: SQL): SQL => sql`FROM affiliate_wallets w
  JOIN share_entries e ON e.wallet = w.wallet AND e.role = 'affiliate'
  JOIN orders o ON o.id = e.order_id WHERE w.uid = a.uid AND ${condition}`;

const OF_PRODUCT = sql`o.product_id = a.product_id`;
const STANDING = sqlList([...SHARE_KINDS, ...WITHHELD_KINDS]);

/** Columns of an affiliate `a` of a product `p`. */
const FIGURES = sql`
  (SELECT count(*) FROM (SELECT e.order_id ${entriesOfAffiliate(OF_PRODUCT)} GROUP BY e.order_id
    HAVING sum(iif(e.kind IN ${STANDING}, e.lamports, 0)) > 0 AND sum(e.kind = 'due_back') = 0)) AS sales,
  (SELECT coalesce(sum(e.lamports), 0) ${entriesOfAffiliate(
    sql`${OF_PRODUCT} AND e.kind IN ${sqlList(SHARE_KINDS)}`,
  )}) AS received,
  max(0, (SELECT coalesce(sum(iif(e.kind = 'due_back', e.lamports, -e.lamports)), 0) ${entriesOfAffiliate(
    sql`o.owner_uid = p.owner_uid AND e.kind IN ${sqlList(DEBT_KINDS)}`,
  )})) AS dueBack`;
