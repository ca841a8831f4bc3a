import { is, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import ts from "typescript";
import { expect, test } from "vitest";
import * as schema from "../../../db/schema/index";
import { filesUnder, parse, parseText, placeOf, visitNodes } from "../../support/sources";

const TABLES = new Set(
  Object.entries(schema).flatMap(([name, value]) => (is(value, SQLiteTable) ? [name] : [])),
);

test("a sub-select in an `sql` template names its outer columns by text, not by column objects", () => {
  const found = filesUnder(["db", "dev", "workers", "app"], /\.tsx?$/).flatMap((path) =>
    columnsInSubSelects(parse(path)),
  );
  expect(found).toEqual([]);
});

test("a column object in a sub-select is found, and Drizzle prints it without its table", () => {
  const source =
    "const one = sql`(SELECT count(*) FROM favourites f WHERE f.product_id = $" +
    "{products.id})`;\n const two = sql`$" +
    "{products.id} = (SELECT 1)`; const three = sql`EXISTS (SELECT 1 WHERE id = $" +
    "{id} AND $" +
    "{isOpen(products.id)})`;";
  expect(columnsInSubSelects(parseText(source))).toEqual(["x.ts:1: products.id"]);

  const { products, favourites } = schema;
  const count = sql`(SELECT count(*) FROM ${favourites} WHERE product_id = ${products.id})`;
  const selected = drizzle({} as D1Database)
    .select({ count })
    .from(products);
  expect(selected.toSQL().sql).toContain('WHERE product_id = "id")');
});

/**
 * In the selection of a query on one table, Drizzle prints a column that an `sql` template holds
 * without its table: in a sub-select, that is a column of the inner table, or compares it with itself.
 */
function columnsInSubSelects(file: ts.SourceFile): string[] {
  const found: string[] = [];
  visitNodes(file, (node) => {
    if (!ts.isTaggedTemplateExpression(node) || node.tag.getText(file) !== "sql") return;
    if (!ts.isTemplateExpression(node.template)) return;
    let depth = depthAfter(0, node.template.head.text);
    for (const { expression, literal } of node.template.templateSpans) {
      if (depth > 0 && isColumn(expression)) {
        found.push(`${placeOf(expression)}: ${expression.getText(file)}`);
      }
      depth = depthAfter(depth, literal.text);
    }
  });
  return found;
}

/** Open parentheses since the outermost one that holds a SELECT; 0 outside of any. */
function depthAfter(before: number, text: string): number {
  let depth = before;
  for (const [part] of text.matchAll(/\(\s*SELECT\b|[()]/gi)) {
    if (part === ")") depth = Math.max(0, depth - 1);
    else if (depth > 0 || part !== "(") depth += 1;
  }
  return depth;
}

function isColumn(node: ts.Expression): boolean {
  return (
    ts.isPropertyAccessExpression(node) &&
    ts.isIdentifier(node.expression) &&
    TABLES.has(node.expression.text)
  );
}
