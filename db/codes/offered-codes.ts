import { type SQL, sql } from "drizzle-orm";
import { type Code, type CodeUses, codeKey } from "../../app/codes/rules/code";
import type { Db } from "../client";

/** How a code is asked for. */
export type CodeQuery = { name: string } | { id: string };

export interface OfferedCode {
  code: Code;
  uses: CodeUses;
}

export type OfferedCodes = ReturnType<typeof offeredCodesIn>;

type Row = Omit<Code, "isForAll" | "minLamports"> & {
  isForAll: number;
  minLamports: number | null;
  isForProduct: number;
  used: number;
  usedByPerson: number;
};

/** Codes as a quote looks at them. */
export function offeredCodesIn(db: Db) {
  return {
    /**
     * A code of the product's seller, in force or not; null where there is none. Of a name, the one that is not
     * disabled, else the newest.
     *
     * @param uid of the person who buys; null where nobody is known
     */
    async find(
      product: { id: string; ownerUid: string },
      query: CodeQuery,
      uid: string | null,
    ): Promise<OfferedCode | null> {
      const asked =
        "id" in query ? sql`c.id = ${query.id}` : sql`c.name_key = ${codeKey(query.name)}`;
      const row = await db.get<Row | undefined>(sql`
        SELECT c.id, c.owner_uid AS ownerUid, c.name, c.kind, c.value, c.is_for_all AS isForAll, c.capacity,
          c.per_person AS perPerson, c.starts_at AS startsAt, c.ends_at AS endsAt,
          c.min_lamports AS minLamports, c.disabled_at AS disabledAt,
          (c.is_for_all OR EXISTS (SELECT 1 FROM code_products m
            WHERE m.code_id = c.id AND m.product_id = ${product.id})) AS isForProduct,
          coalesce((SELECT f.sold FROM things f WHERE f.id = 'use:' || c.id), 0) AS used,
          ${uid === null ? sql`0` : usesOf(sql`c`, sql`${uid}`, { product: sql`${product.id}` })} AS usedByPerson
        FROM codes c WHERE c.owner_uid = ${product.ownerUid} AND ${asked}
        ORDER BY c.disabled_at IS NOT NULL, c.created_at DESC LIMIT 1`);
      if (!row) return null;
      const { isForProduct, used, usedByPerson, ...code } = row;
      const minLamports = code.minLamports === null ? null : BigInt(code.minLamports);
      return {
        code: { ...code, isForAll: code.isForAll === 1, minLamports },
        uses: { isForProduct: isForProduct === 1, used, usedByPerson },
      };
    },
  };
}

/**
 * SQL expression: how often a person has used a code with a limit per person, besides for a product: settled sales
 * that stand, and grants. A grant of the product itself that was removed is taken again without another use.
 *
 * @param code name of a row of `codes`
 * @param besides id of the product, and of an order that does not count
 */
export function usesOf(code: SQL, uid: SQL, besides: { product: SQL; order?: SQL }): SQL {
  const others = besides.order ? sql`u.id <> ${besides.order}` : sql`1`;
  return sql`iif(${code}.per_person IS NULL, 0, (SELECT count(*) FROM orders u
      WHERE u.code_id = ${code}.id AND u.buyer_uid = ${uid} AND u.settled_at IS NOT NULL
        AND u.refunded_at IS NULL AND ${others})
    + (SELECT count(*) FROM grants g WHERE g.code_id = ${code}.id AND g.uid = ${uid}
      AND g.product_id <> ${besides.product}))`;
}
