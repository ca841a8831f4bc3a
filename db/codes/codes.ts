import { type SQL, sql } from "drizzle-orm";
import { type Code, codeKey } from "../../app/codes/rules/code";
import {
  type CodeContent,
  MAX_CODE_PRODUCTS,
  MAX_CODES,
  MAX_ENABLED_CODES,
  MAX_FORM_ROWS,
} from "../../app/codes/rules/code-form";
import { type Db, readBatch, runBatch } from "../client";
import { insertWhere } from "../insert-where";
import { codes } from "../schema/codes";

/** A code as its seller's form was filled from it. */
export interface SavedCode extends Code {
  /** Version: epoch ms. */
  updatedAt: number;
}

/** A row of a seller's list. */
export interface ListedCode extends SavedCode {
  /** Settled orders that were not refunded, and grants. */
  used: number;
  /** Products of its list; 0 for a code for all. */
  products: number;
  /** One of them. */
  product: { id: string; title: string } | null;
  /** Products on whose page it is applied for everyone. */
  appliedOn: number;
}

/** A product that a code can be for. */
export interface CodeProduct {
  id: string;
  title: string;
  isListed: boolean;
  /** The code that its page applies for everyone; null without one. */
  defaultCode: { id: string; name: string } | null;
}

interface CodeToEdit {
  /** Null for a code that the seller does not have. */
  code: SavedCode | null;
  /** Those of the code, the preferred one, then the newest. */
  products: CodeProduct[];
}

/** Why a write was refused; `used` are the uses that are sold or held. */
export type CodeWriteRefusal =
  | { why: "changed" | "taken" | "foreign" | "full" | "full_with_disabled" }
  | { why: "used"; used: number };

interface CodeWrite {
  id: string;
  ownerUid: string;
  content: CodeContent;
  /** Epoch ms; the new version. */
  at: number;
}

/** Of a thing without a limit: a row stays, since orders that took it may still be paid. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

export type Codes = ReturnType<typeof codesIn>;

/** Discount codes as their seller sets them. What limits a write is a condition of the write. */
export function codesIn(db: Db) {
  const refusalOf = async (write: CodeWrite, replaces: number | null) => {
    const [row] = await db.all<RefusalRow>(refusalQuery(write));
    return refusalIn(row, replaces);
  };
  return {
    /** A page of a seller's codes: those that are not disabled first, then the newest. By one batch. */
    async page(
      ownerUid: string,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ codes: ListedCode[]; total: number }> {
      const [rows, totals] = await readBatch(db, [
        listQuery(ownerUid, { limit, offset }),
        sql`SELECT count(*) AS total FROM codes WHERE owner_uid = ${ownerUid}`,
      ]);
      const total = (totals as { total: number }[])[0]?.total ?? 0;
      return { codes: (rows as ListRow[]).map(toListedCode), total };
    },

    /** Null for a code that the seller does not have. */
    async byId(ownerUid: string, id: string): Promise<SavedCode | null> {
      const [row] = await db.all<CodeRow>(codeQuery(ownerUid, id));
      return row ? toCode(row) : null;
    },

    /** What the form of a code shows, or of a new one without an id. `preferred` is a product, or empty. */
    async forEditor(
      ownerUid: string,
      { id, preferred }: { id: string; preferred: string },
    ): Promise<CodeToEdit> {
      const [found, products] = await readBatch(db, [
        codeQuery(ownerUid, id),
        productsQuery(ownerUid, id, preferred),
      ]);
      const [row] = found as CodeRow[];
      return {
        code: row ? toCode(row) : null,
        products: (products as ProductRow[]).map(toCodeProduct),
      };
    },

    /** Adds a code with its products and the counter of its uses. Null where it is written. */
    async insert(write: CodeWrite): Promise<CodeWriteRefusal | null> {
      const [inserted] = await runBatch(db, insertStatements(write));
      return inserted === 1 ? null : refusalOf(write, null);
    },

    /** Changes the version `replaces` (epoch ms) of a code. Null where it is written. */
    async update(write: CodeWrite & { replaces: number }): Promise<CodeWriteRefusal | null> {
      const changes = await runBatch(db, updateStatements(write));
      return changes.at(-1) === 1 ? null : refusalOf(write, write.replaces);
    },

    /** Open orders keep what they hold. False where the seller has no such code. */
    async disable(ownerUid: string, id: string, at: number): Promise<boolean> {
      const own = sql`id = ${id} AND owner_uid = ${ownerUid}`;
      const [, , found] = await readBatch(db, [
        clearDefaults(sql`SELECT id FROM codes WHERE ${own}`),
        sql`UPDATE codes SET disabled_at = ${at}, updated_at = max(updated_at + 1, ${at})
          WHERE ${own} AND disabled_at IS NULL`,
        sql`SELECT 1 FROM codes WHERE ${own}`,
      ]);
      return found?.length === 1;
    },

    /** `missing` where the seller has no such code; null where it is enabled. */
    async enable(
      ownerUid: string,
      id: string,
      at: number,
    ): Promise<"missing" | "taken" | "full" | null> {
      const isTaken = isNameTaken({ id, ownerUid, key: sql`codes.name_key` });
      const [, found] = await readBatch(db, [
        sql`UPDATE codes SET disabled_at = NULL, updated_at = max(updated_at + 1, ${at})
          WHERE id = ${id} AND owner_uid = ${ownerUid} AND disabled_at IS NOT NULL
            AND NOT ${isTaken} AND ${enabledOf(ownerUid)} < ${MAX_ENABLED_CODES}`,
        sql`SELECT disabled_at IS NULL AS isEnabled, ${isTaken} AS isTaken
          FROM codes WHERE id = ${id} AND owner_uid = ${ownerUid}`,
      ]);
      const [row] = found as { isEnabled: number; isTaken: number }[];
      if (!row) return "missing";
      if (row.isEnabled) return null;
      return row.isTaken ? "taken" : "full";
    },
  };
}

/** Takes these codes off the pages on which they are applied for everyone; `ids` is a select. */
function clearDefaults(ids: SQL): SQL {
  return sql`UPDATE products SET default_code_id = NULL WHERE default_code_id IN (${ids})
    AND id IN (SELECT product_id FROM code_products WHERE code_id IN (${ids}))`;
}

const COLUMNS = sql.raw(`c.id, c.owner_uid AS ownerUid, c.name, c.kind, c.value,
  c.is_for_all AS isForAll, c.capacity, c.per_person AS perPerson, c.starts_at AS startsAt,
  c.ends_at AS endsAt, c.min_lamports AS minLamports, c.updated_at AS updatedAt,
  c.disabled_at AS disabledAt`);

interface CodeRow extends Omit<SavedCode, "isForAll" | "minLamports"> {
  isForAll: number;
  minLamports: number | null;
}

interface ListRow extends CodeRow {
  used: number;
  products: number;
  /** JSON. */
  product: string | null;
  appliedOn: number;
}

interface ProductRow {
  id: string;
  title: string;
  isListed: number;
  defaultId: string | null;
  defaultName: string | null;
}

/** Scalar: uses of a code so far. */
function usesSoFar(id: SQL): SQL {
  return sql`((SELECT count(*) FROM orders o
      WHERE o.code_id = ${id} AND o.settled_at IS NOT NULL AND o.refunded_at IS NULL)
    + (SELECT count(*) FROM grants g WHERE g.code_id = ${id}))`;
}

function codeQuery(ownerUid: string, id: string): SQL {
  return sql`SELECT ${COLUMNS} FROM codes c WHERE c.id = ${id} AND c.owner_uid = ${ownerUid}`;
}

function listQuery(ownerUid: string, { limit, offset }: { limit: number; offset: number }): SQL {
  const listed = sql`FROM code_products x JOIN products p ON p.id = x.product_id
    WHERE x.code_id = c.id`;
  return sql`SELECT ${COLUMNS}, ${usesSoFar(sql`c.id`)} AS used,
      (SELECT count(*) ${listed}) AS products,
      (SELECT json_object('id', p.id, 'title', p.title) ${listed} LIMIT 1) AS product,
      (SELECT count(*) ${listed} AND p.default_code_id = c.id) AS appliedOn
    FROM codes c WHERE c.owner_uid = ${ownerUid}
    ORDER BY c.disabled_at IS NOT NULL, c.created_at DESC, c.id LIMIT ${limit} OFFSET ${offset}`;
}

function productsQuery(ownerUid: string, id: string, preferred: string): SQL {
  return sql`SELECT p.id, p.title, d.id AS defaultId, d.name AS defaultName,
      EXISTS (SELECT 1 FROM code_products x
        WHERE x.code_id = ${id} AND x.product_id = p.id) AS isListed
    FROM products p LEFT JOIN codes d ON d.id = p.default_code_id
    WHERE p.owner_uid = ${ownerUid} AND p.status <> 'draft'
    ORDER BY isListed DESC, p.id = ${preferred} DESC, p.seq DESC LIMIT ${MAX_FORM_ROWS}`;
}

/** Scalar: the seller's codes that are not disabled. */
function enabledOf(ownerUid: string): SQL {
  return sql`(SELECT count(*) FROM codes m
    WHERE m.owner_uid = ${ownerUid} AND m.disabled_at IS NULL)`;
}

/** Condition: another code of the seller that is not disabled has the key of this name. */
function isNameTaken({ id, ownerUid, key }: { id: string; ownerUid: string; key: SQL }): SQL {
  return sql`EXISTS (SELECT 1 FROM codes n WHERE n.owner_uid = ${ownerUid} AND n.name_key = ${key}
    AND n.disabled_at IS NULL AND n.id <> ${id})`;
}

const idsIn = ({ productIds }: CodeContent) =>
  sql`SELECT value FROM json_each(${JSON.stringify(productIds)})`;

/** Condition: these products are the seller's, published, and not too many. */
function areOwn(ownerUid: string, content: CodeContent): SQL {
  return sql`(${content.productIds.length} <= ${MAX_CODE_PRODUCTS}
    AND NOT EXISTS (SELECT 1 FROM (${idsIn(content)}) WHERE value NOT IN
      (SELECT id FROM products WHERE owner_uid = ${ownerUid} AND status <> 'draft')))`;
}

/** Scalar: the uses of a code that are sold or held. */
function takenOf(id: string): SQL {
  return sql`(${soldOf(id)} + ${counterOf(id, "held")})`;
}

/** Scalar: the uses that are sold. While a code had no limit they were not counted: then those so far are. */
function soldOf(id: string): SQL {
  const sold = counterOf(id, "sold");
  return sql`iif((SELECT capacity FROM codes WHERE id = ${id}) IS NULL,
    max(${sold}, ${usesSoFar(sql`${id}`)}), ${sold})`;
}

function counterOf(id: string, counter: "sold" | "held"): SQL {
  return sql`coalesce((SELECT ${sql.raw(counter)} FROM things WHERE id = ${thingOf(id)}), 0)`;
}

const thingOf = (id: string) => `use:${id}`;

function insertStatements(write: CodeWrite): SQL[] {
  const { id, ownerUid, content, at } = write;
  const key = codeKey(content.name);
  const { productIds, isDefault, ...row } = content;
  const isAllowed = sql`EXISTS (SELECT 1 FROM users WHERE uid = ${ownerUid} AND deleted_at IS NULL)
    AND ${enabledOf(ownerUid)} < ${MAX_ENABLED_CODES}
    AND (SELECT count(*) FROM codes WHERE owner_uid = ${ownerUid}) < ${MAX_CODES}
    AND ${areOwn(ownerUid, content)}`;
  const columns = {
    ...{ id, ownerUid, nameKey: key, createdAt: at, updatedAt: at },
    ...row,
    minLamports: row.minLamports === null ? null : Number(row.minLamports),
  };
  const isThere = sql`EXISTS (SELECT 1 FROM codes WHERE id = ${id})`;
  return [
    sql`${insertWhere(codes, columns, isAllowed)} ON CONFLICT DO NOTHING`,
    ...productStatements(write, isThere),
    sql`INSERT INTO things (id, capacity)
      SELECT ${thingOf(id)}, ${content.capacity} WHERE ${content.capacity} IS NOT NULL AND ${isThere}`,
  ];
}

/** The last statement sets the new version: those before it find the one that they replace. */
function updateStatements(write: CodeWrite & { replaces: number }): SQL[] {
  const { id, ownerUid, content, at, replaces } = write;
  const { capacity, perPerson } = content;
  const key = codeKey(content.name);
  const isCurrent = sql`EXISTS (SELECT 1 FROM codes c WHERE c.id = ${id}
      AND c.owner_uid = ${ownerUid} AND c.updated_at = ${replaces}
      AND (c.disabled_at IS NOT NULL
        OR NOT ${isNameTaken({ id, ownerUid, key: sql`${key}` })}))
    AND ${areOwn(ownerUid, content)}
    AND (${capacity} IS NULL OR ${capacity} >= ${takenOf(id)})`;
  return [
    counterStatement(write, isCurrent),
    // Those of people who opened an order already.
    sql`UPDATE things SET capacity = max(${perPerson ?? NO_LIMIT}, sold + held)
      WHERE id > ${`own:${id}-`} AND id < ${`own:${id}.`} AND ${isCurrent}
        AND (SELECT per_person FROM codes WHERE id = ${id}) IS NOT ${perPerson}`,
    sql`UPDATE products SET default_code_id = NULL WHERE default_code_id = ${id} AND ${isCurrent}
      AND id IN (SELECT product_id FROM code_products WHERE code_id = ${id})`,
    sql`DELETE FROM code_products WHERE code_id = ${id} AND ${isCurrent}`,
    ...productStatements(write, isCurrent),
    sql`UPDATE codes SET name = ${content.name}, name_key = ${key}, kind = ${content.kind},
        value = ${content.value}, is_for_all = ${content.isForAll ? 1 : 0},
        capacity = ${capacity}, per_person = ${perPerson}, starts_at = ${content.startsAt},
        ends_at = ${content.endsAt},
        min_lamports = ${content.minLamports === null ? null : Number(content.minLamports)},
        updated_at = ${at}
      WHERE id = ${id} AND ${isCurrent}`,
  ];
}

/** The products of a code, and those on whose pages it is applied in place of another. */
function productStatements({ id, ownerUid, content }: CodeWrite, condition: SQL): SQL[] {
  const insert = sql`INSERT INTO code_products (code_id, product_id)
    SELECT ${id}, value FROM (${idsIn(content)}) WHERE ${condition}`;
  if (!content.isDefault) return [insert];
  return [
    insert,
    sql`UPDATE products SET default_code_id = ${id} WHERE id IN (${idsIn(content)})
      AND owner_uid = ${ownerUid} AND ${condition}
      AND EXISTS (SELECT 1 FROM codes WHERE id = ${id} AND disabled_at IS NULL)`,
  ];
}

/** Counts the uses of a code with a limit; of one that has no limit any more, a row that is there stays. */
function counterStatement({ id, content: { capacity } }: CodeWrite, isCurrent: SQL): SQL {
  const thing = thingOf(id);
  if (capacity === null)
    return sql`UPDATE things SET capacity = ${NO_LIMIT} WHERE id = ${thing} AND ${isCurrent}`;
  return sql`INSERT INTO things (id, capacity, sold)
    SELECT ${thing}, ${capacity}, ${soldOf(id)} WHERE ${isCurrent}
    ON CONFLICT (id) DO UPDATE SET capacity = excluded.capacity, sold = excluded.sold`;
}

interface RefusalRow {
  /** Null for a code that is not there. */
  version: number | null;
  isDisabled: number | null;
  isTaken: number;
  isForeign: number;
  enabled: number;
  used: number;
}

function refusalQuery({ id, ownerUid, content }: CodeWrite): SQL {
  const own = sql`FROM codes WHERE id = ${id} AND owner_uid = ${ownerUid}`;
  const key = sql`${codeKey(content.name)}`;
  return sql`SELECT (SELECT updated_at ${own}) AS version,
    (SELECT disabled_at IS NOT NULL ${own}) AS isDisabled,
    ${isNameTaken({ id, ownerUid, key })} AS isTaken,
    NOT ${areOwn(ownerUid, content)} AS isForeign,
    ${enabledOf(ownerUid)} AS enabled, ${takenOf(id)} AS used`;
}

/** `replaces` is the version that an update is of. */
function refusalIn(row: RefusalRow | undefined, replaces: number | null): CodeWriteRefusal {
  if (!row || row.version !== replaces) return { why: "changed" };
  if (row.isForeign) return { why: "foreign" };
  if (row.isTaken && !row.isDisabled) return { why: "taken" };
  if (replaces !== null) return { why: "used", used: row.used };
  return { why: row.enabled >= MAX_ENABLED_CODES ? "full" : "full_with_disabled" };
}

function toCode({ isForAll, minLamports, ...row }: CodeRow): SavedCode {
  return {
    ...row,
    isForAll: isForAll === 1,
    minLamports: minLamports === null ? null : BigInt(minLamports),
  };
}

function toListedCode({ used, products, product, appliedOn, ...row }: ListRow): ListedCode {
  return { ...toCode(row), used, products, product: product && JSON.parse(product), appliedOn };
}

function toCodeProduct({ isListed, defaultId, defaultName, ...row }: ProductRow): CodeProduct {
  const defaultCode =
    defaultId === null || defaultName === null ? null : { id: defaultId, name: defaultName };
  return { ...row, isListed: isListed === 1, defaultCode };
}
