import ts from "typescript";
import { expect, test } from "vitest";
import { filesUnder, parse, parseText, placeOf, visitNodes } from "../../support/sources";

/** Files that branch on numbers, on text that comes from outside, and on what a parser returns: there is no last case. */
const OPEN = new Set([
  "app/products/routes/edit.qr.ts",
  "app/products/rules/cover-shapes.ts",
  "app/products/rules/parse-description.ts",
  "app/images/rules/iso-boxes.ts",
  "app/images/rules/webp.ts",
  "app/images/rules/svg-shapes.ts",
  "app/shop/ui/use-favourites.ts",
]);

test("a switch over a union ends in assertNever, so that a new member is a type error", () => {
  const files = filesUnder(["app", "db", "workers"], /\.tsx?$/).filter((path) => !OPEN.has(path));
  const switches = files.flatMap((path) => switchesIn(parse(path)));
  expect(switches.length).toBeGreaterThan(10);
  expect(switches.filter((node) => !endsInAssertNever(node)).map(placeOf)).toEqual([]);
});

test.each([
  ["default: return assertNever(x);", true],
  ["default: assertNever(x);", true],
  ["default: return null;", false],
  ["default: throw assertNever;", false],
  ["", false],
])("a switch with `%s`", (clause, expected) => {
  const source = `switch (x) { case 1: break; ${clause} }`;
  const file = parseText(source);
  expect(switchesIn(file).map(endsInAssertNever)).toEqual([expected]);
});

function switchesIn(file: ts.SourceFile): ts.SwitchStatement[] {
  const found: ts.SwitchStatement[] = [];
  visitNodes(file, (node) => {
    if (ts.isSwitchStatement(node)) found.push(node);
  });
  return found;
}

function endsInAssertNever({ caseBlock }: ts.SwitchStatement): boolean {
  const last = caseBlock.clauses.find(ts.isDefaultClause)?.statements[0];
  const expression =
    last && (ts.isReturnStatement(last) || ts.isExpressionStatement(last)) && last.expression;
  return expression && ts.isCallExpression(expression)
    ? expression.expression.getText() === "assertNever"
    : false;
}
