import { type SQL, sql } from "drizzle-orm";
import { MAX_SOURCE_NAMES, NAMED } from "../../app/products/rules/sources";
import type { Db } from "../client";
import { insertWhere } from "../insert-where";
import { sourceNames } from "../schema/index";

/** SQL: a name that a seller made, as sums and orders keep it. */
export const namedSource = (name: SQL): SQL => sql`${NAMED} || ${name}`;

/** SQL condition: a kept source is a referring host. It alone has a dot. */
export const isHostSource = (source: SQL): SQL => sql`instr(${source}, '.') > 0`;

/** SQL select: days from the first to the last one. A product's rows of them are found in the key by each day. */
export const daysBetween = (first: number, last: number): SQL =>
  sql`WITH RECURSIVE days (day) AS (
    SELECT ${first} UNION ALL SELECT day + 1 FROM days WHERE day < ${last}) SELECT day FROM days`;

export type SourceNames = ReturnType<typeof sourceNamesIn>;

/** The names of sources that sellers made. */
export function sourceNamesIn(db: Db) {
  return {
    /** In the order of the alphabet. */
    async ofOwner(ownerUid: string): Promise<string[]> {
      const rows = await db.all<{ name: string }>(namesOf(ownerUid));
      return rows.map(({ name }) => name);
    },

    /** False where the seller has the name, or as many as one can have. One conditional write. */
    async add(ownerUid: string, name: string, at: number): Promise<boolean> {
      const own = sql`SELECT count(*) FROM source_names WHERE owner_uid = ${ownerUid}`;
      const hasRoom = sql`(${own}) < ${MAX_SOURCE_NAMES}`;
      const result = await db.run(
        sql`${insertWhere(
          sourceNames,
          { ownerUid, name, createdAt: at },
          hasRoom,
        )} ON CONFLICT DO NOTHING`,
      );
      return result.meta.changes > 0;
    },

    async has(ownerUid: string, name: string): Promise<boolean> {
      const rows = await db.all(
        sql`SELECT 1 FROM source_names WHERE owner_uid = ${ownerUid} AND name = ${name}`,
      );
      return rows.length > 0;
    },

    /** Sums by the name stay. */
    async remove(ownerUid: string, name: string): Promise<void> {
      await db.run(sql`DELETE FROM source_names WHERE owner_uid = ${ownerUid} AND name = ${name}`);
    },
  };
}

/** At most twice as many as one can make: a merge adds those of the other account. */
export function namesOf(ownerUid: string): SQL {
  return sql`SELECT name FROM source_names WHERE owner_uid = ${ownerUid}
    ORDER BY name LIMIT ${2 * MAX_SOURCE_NAMES}`;
}
