import { is, type SQL } from "drizzle-orm";
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { mergeStatements } from "../../../db/accounts/merge-account";
import { removeStatements } from "../../../db/accounts/remove-account";
import * as schema from "../../../db/schema/index";

/** Columns of people that a merge leaves as they are, each with its reason. */
const NOT_MERGED: Record<string, string> = {
  "password_credentials.uid": "an account with a password is not merged",
  "google_identities.uid": "an account with Google is not merged",
};
/**
 * What becomes of each column with a product's id when the product is removed. Only a draft is: it has no
 * orders, so that most tables can't name it.
 */
const OF_REMOVED_PRODUCT: Record<string, "deleted" | "marked for removal" | "names no draft"> = {
  "files.product_id": "deleted",
  "media.product_id": "marked for removal",
  "product_days.product_id": "names no draft",
  "product_views.product_id": "names no draft",
  "download_tokens.product_id": "names no draft",
  "handovers.product_id": "names no draft",
  "threads.product_id": "names no draft",
  "orders.product_id": "names no draft",
  "purchases.product_id": "names no draft",
  "ledger.product_id": "names no draft",
  "presigned_rests.product_id": "names no draft",
  "stock_line.product_id": "names no draft",
  "favourites.product_id": "names no draft",
  "sell_page_products.product_id": "names no draft",
};

test("a merge says what becomes of every column with a person's id", () => {
  const statements = mergeStatements({ from: "a", to: "b", wallet: "w" }, 1);
  expect(unclaimed(idColumns(/(^|_)uid$/), statements.map(textOf), NOT_MERGED)).toEqual([]);
});

test("the deletion of an account says what becomes of every column with a person's id", () => {
  const statements = removeStatements("a", "b", 1);
  expect(unclaimed(idColumns(/(^|_)uid$/), statements.map(textOf))).toEqual([]);
});

test("the removal of a product says what becomes of every column with a product's id", () => {
  expect(idColumns(/(^|_)(product_id|pid)$/).sort()).toEqual(
    Object.keys(OF_REMOVED_PRODUCT).sort(),
  );
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
