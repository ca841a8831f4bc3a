import { eq, lt, sql } from "drizzle-orm";
import type { Report, ReportBounds } from "../../app/reports/rules/report";
import type { Db } from "../client";
import { insertWhere } from "../insert-where";
import { reports } from "../schema/index";

interface NewReport extends Omit<Report, "answer"> {
  id: string;
  tokenHash: string;
  /** The language of the reporter's page. */
  locale: string;
}

export type Reports = ReturnType<typeof reportsIn>;

/** Reports of products, to the operator. */
export function reportsIn(db: Db) {
  return {
    /** False, and nothing is stored, where a bound is reached. One conditional write. */
    async insert(report: NewReport, bounds: ReportBounds): Promise<boolean> {
      const result = await db.run(insertWhere(reports, report, isWithin(bounds, report.productId)));
      return result.meta.changes === 1;
    },

    /** Null for an unknown token. */
    async byTokenHash(tokenHash: string): Promise<Report | null> {
      const row = await db.select().from(reports).where(eq(reports.tokenHash, tokenHash)).get();
      if (!row) return null;
      const { productId, title, reviewId, reason, text, email, createdAt } = row;
      const { decision, decisionReason, answeredAt } = row;
      const isAnswered = decision !== null && answeredAt !== null;
      return {
        productId,
        title,
        reviewId,
        reason,
        text,
        email,
        createdAt,
        answer: isAnswered ? { decision, reason: decisionReason ?? "", at: answeredAt } : null,
      };
    },

    /** Removes reports that came before `before` (epoch ms). */
    async removeBefore(before: number): Promise<void> {
      await db.delete(reports).where(lt(reports.createdAt, before));
    },
  };
}

/** SQL condition, of a cost that is independent of how many reports are stored. */
function isWithin({ ofProduct, inAll, since, stored }: ReportBounds, productId: string) {
  const isRecent = sql`created_at > ${since}`;
  return sql`(SELECT count(*) FROM (SELECT 1 FROM reports
      WHERE product_id = ${productId} AND ${isRecent} LIMIT ${ofProduct})) < ${ofProduct}
    AND (SELECT count(*) FROM (SELECT 1 FROM reports
      WHERE ${isRecent} LIMIT ${inAll})) < ${inAll}
    AND coalesce((SELECT max(seq) FROM reports), 0) - coalesce((SELECT min(seq) FROM reports), 0)
      < ${stored - 1}`;
}
