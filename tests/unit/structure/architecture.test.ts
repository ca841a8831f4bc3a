import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { parse, ROOT, readText, visitNodes } from "../../support/sources";

const FOLDERS = /^\| ((?:`[a-z]+`(?:, )?)+) \|/gm;
/** Numbered lines of the purchase in docs/architecture.md: `1. `path`: `name` what it does`. */
const STEP = /^(\d+)\. `([^`]+)`: `([^`]+)` /gm;

const page = readText("docs/architecture.md");

test("each step of the purchase names a file and a function in it", () => {
  const section = sectionOf(page, "One purchase");
  const steps = [...section.matchAll(STEP)];
  expect(section.match(/^\d+\./gm)).toHaveLength(steps.length);
  const numbers = steps.map(([, number]) => Number(number));
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  expect(steps.length).toBeGreaterThanOrEqual(10);
  expect(steps.length).toBeLessThanOrEqual(15);
  expect(steps.flatMap(([, , path = "", name = ""]) => faultOf(path, name))).toEqual([]);
});

test("a missing file or function is reported", () => {
  const path = "app/settlement/rules/verify-payment.ts";
  expect(faultOf("app/orders/rules/nothing.ts", "verifyPayment")).toHaveLength(1);
  expect(faultOf(path, "verifyNothing")).toHaveLength(1);
  expect(faultOf(path, "verifyPayment")).toEqual([]);
});

test("the table has every subject", () => {
  const rows = [...sectionOf(page, "Subjects").matchAll(FOLDERS)];
  const subjects = rows.map(([, names = ""]) => names.replaceAll("`", "").split(", "));
  const folders = readdirSync(join(ROOT, "app"), { withFileTypes: true });
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(subjects.flat().sort()).toEqual(names.sort());
});

function sectionOf(markdown: string, title: string): string {
  const [, after = ""] = markdown.split(`\n## ${title}\n`);
  return after.split("\n## ")[0] ?? "";
}

function faultOf(path: string, name: string): string[] {
  if (!existsSync(join(ROOT, path))) return [`${path} does not exist`];
  return functionsIn(path).has(name) ? [] : [`${path} has no function ${name}`];
}

/** Names of functions, methods, classes, and constants that hold a function. */
function functionsIn(path: string): Set<string> {
  const names = new Set<string>();
  visitNodes(parse(path), (node) => {
    const holds =
      ts.isFunctionDeclaration(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ((ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) &&
        node.initializer !== undefined &&
        (ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer)));
    if (holds && node.name) names.add(node.name.getText());
  });
  return names;
}
