import { is, type SQL } from "drizzle-orm";
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { mergeStatements } from "../../../db/accounts/merge-account";
import { removeStatements } from "../../../db/accounts/remove-account";
import { removalStatements } from "../../../db/orders/product-removal";
import * as schema from "../../../db/schema/index";

/** Columns of people that a merge leaves as they are, each with its reason. */
const NOT_MERGED: Record<string, string> = {
  "password_credentials.uid": "an account with a password is not merged",
  "google_identities.uid": "an account with Google is not merged",
};
/** Columns with a product's id that stay as they are when it is deleted, each with its reason. */
const OF_DELETED_PRODUCT: Record<string, string> = {
  "threads.product_id": "a conversation stays, with the title of then",
  "ledger.product_id": "a product with an entry is not deleted",
  "purchases.product_id": "a product with a purchase is not deleted",
};

test("a merge says what becomes of every column with a person's id", () => {
  const statements = mergeStatements({ from: "a", to: "b", wallet: "w" }, 1);
  expect(unclaimed(idColumns(/(^|_)uid$/), statements.map(textOf), NOT_MERGED)).toEqual([]);
});

test("the deletion of an account says what becomes of every column with a person's id", () => {
  const statements = removeStatements("a", "b", 1);
  expect(unclaimed(idColumns(/(^|_)uid$/), statements.map(textOf))).toEqual([]);
});

test("the deletion of a product says what becomes of every column with a product's id", () => {
  const statements = removalStatements({ id: "a", ownerUid: "b" }, 1);
  const columns = idColumns(/(^|_)(product_id|pid)$/);
  expect(unclaimed(columns, statements.map(textOf), OF_DELETED_PRODUCT)).toEqual([]);
});

const dialect = new SQLiteSyncDialect();
const textOf = (statement: SQL) => dialect.sqlToQuery(statement).sql;

/** `table.column` of each column with such a name. */
function idColumns(name: RegExp): string[] {
  return Object.values(schema)
    .filter((value) => is(value, SQLiteTable))
    .map((table) => getTableConfig(table))
    .flatMap((table) =>
      table.columns
        .filter((column) => name.test(column.name))
        .map((c) => `${table.name}.${c.name}`),
    );
}

/** Columns that no statement writes and no DELETE of their table names, without those excepted. */
function unclaimed(
  columns: string[],
  statements: string[],
  excepted: Record<string, string> = {},
): string[] {
  const claims = (column: string) => {
    const [table = "", name = ""] = column.split(".");
    return statements.some(
      (text) =>
        new RegExp(`^\\s*DELETE FROM "?${table}"?\\b[^]*\\b${name}\\b`, "i").test(text) ||
        new RegExp(`^\\s*UPDATE (?:OR IGNORE )?"?${table}"? SET[^]*\\b${name}\\b`, "i").test(text),
    );
  };
  return columns.filter((column) => !excepted[column] && !claims(column));
}
