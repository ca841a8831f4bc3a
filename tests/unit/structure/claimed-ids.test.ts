import { basename } from "node:path";
import { is, type SQL, sql } from "drizzle-orm";
import {
  getTableConfig,
  SQLiteSyncDialect,
  SQLiteTable,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import type { PersonRows } from "../../../db/accounts/person-rows";
import type { ProductRows } from "../../../db/products/product-rows";
import { ABOVE_ACCOUNTS, PRODUCT_ROWS } from "../../../workers/claimed-rows";

type Event = "merge" | "deletion" | "product" | "order";

/** `db/<subject>/claimed-rows.ts`. */
interface ClaimedRows {
  personRows?: PersonRows;
  productRows?: ProductRows;
  /** Columns that stay as they are, each with its reason. */
  KEPT?: Partial<Record<Event, Record<string, string>>>;
}

interface Subject extends ClaimedRows {
  tables: SQLiteTable[];
}

const open = sql`1`;
const deletion = { uid: "a", pseudonym: "b", at: 1, begun: open, unsold: sql`SELECT 1` };
/** By event, the columns that it concerns and what a subject does then. */
const EVENTS: Record<Event, { column: RegExp; statements: (of: ClaimedRows) => SQL[] }> = {
  merge: {
    column: /(^|_)uid$/,
    statements: ({ personRows }) => personRows?.reassign({ from: "a", to: "b", at: 1, open }) ?? [],
  },
  deletion: {
    column: /(^|_)uid$/,
    statements: ({ personRows }) => personRows?.remove(deletion) ?? [],
  },
  product: {
    column: /(^|_)(product_id|pid)$/,
    statements: ({ productRows }) =>
      productRows?.remove({ id: "a", ownerUid: "b", at: 1, isGone: open }) ?? [],
  },
  // An order that is removed was never paid: its subjects keep what they have of it.
  order: { column: /(^|_)order_id$/, statements: () => [] },
};

const claims = modulesOf<ClaimedRows>(
  import.meta.glob("../../../db/*/claimed-rows.ts", { eager: true }),
  (path) => path.split("/").at(-2),
);
const schema = modulesOf<Record<string, unknown>>(
  import.meta.glob(["../../../db/schema/*.ts", "!**/{index,columns}.ts"], { eager: true }),
  (path) => basename(path, ".ts"),
);
const subjects = Object.fromEntries(
  Object.entries(schema).map(([name, exports]): [string, Subject] => [
    name,
    {
      ...claims[name],
      tables: Object.values(exports).filter((value) => is(value, SQLiteTable)),
    },
  ]),
);

test("each subject says what becomes of its columns with the id of a person, product or order", () => {
  expect(Object.keys(claims).filter((name) => !(name in subjects))).toEqual([]);
  expect(Object.values(subjects).flatMap(unclaimed)).toEqual([]);
});

test("no subject writes the tables of another, or keeps what is not there or written", () => {
  expect(Object.values(subjects).flatMap(wrongClaims)).toEqual([]);
});

test("every subject takes part when accounts merge or end, and when a product is removed", () => {
  const { accounts, ...above } = claims;
  const given = <T>(values: (T | undefined)[]) => new Set(values.filter((one) => !!one));
  const people = Object.values(above).map(({ personRows }) => personRows);
  expect(new Set(ABOVE_ACCOUNTS.people)).toEqual(given(people));
  const products = Object.values(above).map(({ productRows }) => productRows);
  expect(new Set(PRODUCT_ROWS)).toEqual(given(products));
});

test("a column without a claim, a write to another's table and a stale reason are named", () => {
  const extra = sqliteTable("extra", { uid: text("uid"), orderId: text("order_id") });
  const personRows: PersonRows = {
    reassign: () => [sql`UPDATE extra SET uid = 'b' WHERE uid = 'a'`],
    remove: () => [sql`DELETE FROM orders WHERE uid = 'a'`],
  };
  const KEPT = { merge: { "extra.uid": "" }, order: { "gone.order_id": "" } };
  const subject = { tables: [extra], personRows, KEPT };
  expect(unclaimed(subject)).toEqual(["extra.uid: deletion", "extra.order_id: order"]);
  expect(wrongClaims(subject)).toEqual([
    "extra.uid: merge",
    "orders: deletion",
    "gone.order_id: order",
  ]);
});

const dialect = new SQLiteSyncDialect();

/** What an event writes: the table and the whole text of each statement. */
function writesOf(event: Event, subject: Subject): { table: string; text: string }[] {
  return EVENTS[event].statements(subject).map((statement) => {
    const { sql: text } = dialect.sqlToQuery(statement);
    const [, table = ""] =
      /^\s*(?:DELETE FROM|(?:UPDATE|INSERT INTO|INSERT)(?: OR IGNORE)?(?: INTO)?) (\w+)/.exec(
        text,
      ) ?? [];
    return { table, text };
  });
}

/** `table.column` of each column that an event concerns. The row of the person itself stays. */
function columnsOf(event: Event, { tables }: Subject): string[] {
  return tables
    .map((table) => getTableConfig(table))
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
    .filter((column) => EVENTS[event].column.test(column.split(".")[1] ?? ""))
    .filter((column) => column !== "users.uid");
}

/** True where a DELETE of the column's table names it, or an UPDATE, which sets the id of a person. */
function isWritten(column: string, event: Event, subject: Subject): boolean {
  const [table, name = ""] = column.split(".");
  const update = name.endsWith("uid") ? `UPDATE[^]* SET ${name} =` : `UPDATE[^]*\\b${name}\\b`;
  const claim = new RegExp(`^\\s*(DELETE[^]*\\b${name}\\b|${update})`);
  return writesOf(event, subject).some((write) => write.table === table && claim.test(write.text));
}

const EACH_EVENT = Object.keys(EVENTS) as Event[];

function unclaimed(subject: Subject): string[] {
  return EACH_EVENT.flatMap((event) =>
    columnsOf(event, subject)
      .filter((column) => !subject.KEPT?.[event]?.[column] && !isWritten(column, event, subject))
      .map((column) => `${column}: ${event}`),
  );
}

function wrongClaims(subject: Subject): string[] {
  const own = subject.tables.map((table) => getTableConfig(table).name);
  return EACH_EVENT.flatMap((event) => {
    const known = columnsOf(event, subject);
    const foreign = writesOf(event, subject).map(({ table }) => table);
    const kept = Object.keys(subject.KEPT?.[event] ?? {});
    return [
      ...foreign.filter((table) => !own.includes(table)),
      ...kept.filter((one) => !known.includes(one) || isWritten(one, event, subject)),
    ].map((name) => `${name}: ${event}`);
  });
}

function modulesOf<T>(
  modules: Record<string, unknown>,
  nameOf: (path: string) => string | undefined,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(modules).map(([path, exports]) => [nameOf(path) ?? "", exports as T]),
  );
}
