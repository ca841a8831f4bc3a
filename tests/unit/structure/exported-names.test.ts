import ts from "typescript";
import { expect, test } from "vitest";
import { filesUnder, parse, parseText } from "../../support/sources";

/** What Remix reads from a route. */
const OF_FRAMEWORK = [
  "action",
  "clientAction",
  "clientLoader",
  "ErrorBoundary",
  "handle",
  "links",
  "loader",
  "meta",
  "shouldRevalidate",
];
/** What each subject says of its tables: `workers/claimed-rows.ts` reads all of them. */
const OF_SUBJECTS = ["KEPT", "personRows", "productRows"];
const REPEATED = new Set([...OF_FRAMEWORK, ...OF_SUBJECTS]);

test("a name is exported by one file: whoever looks it up finds one thing", () => {
  // The names of `route-paths` are the members of `paths`, imported as one.
  const files = filesUnder(["app", "db", "workers"], /^(?!route-paths).*\.tsx?$/);
  const places = new Map<string, string[]>();
  for (const file of files) {
    for (const name of exportedNames(parse(file))) {
      if (!REPEATED.has(name)) places.set(name, [...(places.get(name) ?? []), file]);
    }
  }
  expect(places.size).toBeGreaterThan(1_000);
  expect([...places].filter(([, found]) => found.length > 1)).toEqual([]);
});

test("overloads and defaults count once and not at all, types and constants as functions do", () => {
  const source = `
    export function f(a: string): void;
    export function f(a: number): void;
    export const [a, { b: c }] = x;
    export type T = 1;
    export class C {}
    export default function D() {}
    export { a as e } from "./e";
    function hidden() {}`;
  const file = parseText(source);
  expect(exportedNames(file)).toEqual(["f", "a", "c", "T", "C"]);
});

/** Names that are declared and exported; a re-export names what stands elsewhere. */
function exportedNames(file: ts.SourceFile): string[] {
  const names = file.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    const kinds = new Set(modifiers.map(({ kind }) => kind));
    if (!kinds.has(ts.SyntaxKind.ExportKeyword) || kinds.has(ts.SyntaxKind.DefaultKeyword)) {
      return [];
    }
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
    }
    const { name } = statement as ts.DeclarationStatement;
    return name ? [name.text] : [];
  });
  return [...new Set(names)];
}

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    ts.isBindingElement(element) ? boundNames(element.name) : [],
  );
}
