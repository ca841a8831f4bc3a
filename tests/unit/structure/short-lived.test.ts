import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import * as schema from "../../../db/schema/index";
import { ADDRESS_COLUMNS, SHORT_LIVED_TABLES } from "../../../dev/backup/short-lived";

/** Names of columns that give access, or say where a person was. */
const SENSITIVE = /^(token_hash|code_hash|nonce|(network_)?address|ip|user_agent)$/;

/** Shows a person what they reported, and the answer: it is to work after a restore. */
const KEPT = ["reports.token_hash"];

test("a restore leaves out each table that gives access, and each column with network addresses", () => {
  const kept = Object.values(schema)
    .filter((value) => is(value, SQLiteTable))
    .map((table) => getTableConfig(table))
    .filter(({ name }) => !SHORT_LIVED_TABLES.has(name))
    .flatMap(({ name, columns }) =>
      columns
        .filter((column) => SENSITIVE.test(column.name))
        .filter((column) => !ADDRESS_COLUMNS[name]?.includes(column.name))
        .map((column) => `${name}.${column.name}`)
        .filter((column) => !KEPT.includes(column)),
    );
  expect(kept, "name it in dev/backup/short-lived.ts").toEqual([]);
});
