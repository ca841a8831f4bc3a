import ts from "typescript";
import { placeOf, visitNodes } from "./sources";

/** A statement of the specification, or of what is promised beyond it. */
export interface Statement {
  /** `<kind>.<name>`, for example `route.shop`. */
  id: string;
  text: string;
  /** What the app has in its place, and why; absent where the statement holds as it is. */
  instead?: string;
}

/** The content of a file in docs/spec. */
export interface StatementFile {
  /** Statements by kind and name; a statement that is replaced has two texts. */
  statements: Record<string, Record<string, string | { says: string; instead: string }>>;
  /** Ids of statements without a test yet. */
  pending: string[];
}

/** A test, or a group of tests, and the statements that it shows. */
export interface TaggedTest {
  ids: string[];
  /** Relative to the project. */
  file: string;
  /** Titles of its groups and its own, joined by " › ". */
  title: string;
}

const TAG = /^\/\/ spec: (.+)$/;
const CALLS = new Set(["test", "it", "describe"]);
/** Modifiers of tests that may not run, or pass by failing. */
const UNSOUND = new Set(["skip", "todo", "fails", "skipIf", "runIf", "only"]);

export function statementsOf({ statements }: StatementFile): Statement[] {
  return Object.entries(statements).flatMap(([kind, byName]) =>
    Object.entries(byName).map(([name, value]) => {
      const id = `${kind}.${name}`;
      return typeof value === "string"
        ? { id, text: value }
        : { id, text: value.says, instead: value.instead };
    }),
  );
}

/**
 * Tests with a comment `// spec: id, id` in the lines above, and the places of comments that stand
 * above no test.
 */
export function readTags(file: ts.SourceFile): { tests: TaggedTest[]; misplaced: string[] } {
  const text = file.getFullText();
  const tests: TaggedTest[] = [];
  const read = new Set<number>();
  visitNodes(file, (node) => {
    if (!ts.isExpressionStatement(node) || !isSound(node)) return;
    const above = (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []).filter(
      ({ end }) => !/\n\s*\n/.test(text.slice(end, node.getStart())),
    );
    const tags = above.flatMap(({ pos, end }) => {
      const [, ids] = TAG.exec(text.slice(pos, end)) ?? [];
      return ids ? [{ pos, ids: ids.split(",").map((id) => id.trim()) }] : [];
    });
    for (const { pos } of tags) read.add(pos);
    if (tags.length === 0) return;
    const ids = tags.flatMap((tag) => tag.ids);
    tests.push({ ids, file: file.fileName, title: titlesOf(node).join(" › ") });
  });
  const misplaced = [...text.matchAll(/\/\/ spec:/g)]
    .filter(({ index }) => !read.has(index))
    .map(({ index }) => `${file.fileName}:${file.getLineAndCharacterOfPosition(index).line + 1}`);
  return { tests, misplaced };
}

/** What is wrong with the map: one line each. */
export function faultsOf(
  statements: readonly Statement[],
  pending: readonly string[],
  tests: readonly TaggedTest[],
): string[] {
  const known = new Set(statements.map(({ id }) => id));
  const shown = new Set(tests.flatMap(({ ids }) => ids));
  const open = new Set(pending);
  return [
    ...statements
      .filter(({ id }) => !shown.has(id) && !open.has(id))
      .map(({ id }) => `no test has the tag ${id}`),
    ...tests.flatMap(({ ids, file, title }) =>
      ids.filter((id) => !known.has(id)).map((id) => `${file}, ${title}: unknown tag ${id}`),
    ),
    ...pending.filter((id) => !known.has(id)).map((id) => `pending names no statement: ${id}`),
    ...pending.filter((id) => shown.has(id)).map((id) => `no longer pending: ${id} has a test`),
  ];
}

/** A table of statements with their tests, for a page in docs. */
export function specTable(statements: readonly Statement[], tests: readonly TaggedTest[]): string {
  const rows = statements.map(({ id, text, instead }) => {
    const shownBy = tests
      .filter(({ ids }) => ids.includes(id))
      .map(({ file, title }) => `[${file.replace("tests/", "")}](../${file}): ${cell(title)}`);
    const says = instead ? `${cell(text)}<br>*Instead:* ${cell(instead)}` : cell(text);
    return `| ${says}<br>\`${id}\` | ${shownBy.join("<br>") || "*pending*"} |`;
  });
  return ["| statement | test |", "| --- | --- |", ...rows].join("\n");
}

function cell(text: string): string {
  return text.replace(/[|<>*_[\]]/g, (char) => (char === "<" ? "&lt;" : `\\${char}`));
}

/** True for a call of `test`, `it` or `describe`, also with a modifier such as `each`, that runs. */
function isSound({ expression }: ts.ExpressionStatement): boolean {
  if (!ts.isCallExpression(expression)) return false;
  const [root = "", ...modifiers] = namesOf(expression.expression);
  return CALLS.has(root) && !modifiers.some((name) => UNSOUND.has(name));
}

/** Names of a callee from the left: `test.each(rows)` gives test, each. */
function namesOf(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee))
    return [...namesOf(callee.expression), callee.name.text];
  if (ts.isCallExpression(callee)) return namesOf(callee.expression);
  return [];
}

function titlesOf(node: ts.Node): string[] {
  const groups = node.parent ? titlesOf(node.parent) : [];
  if (!ts.isExpressionStatement(node) || !ts.isCallExpression(node.expression)) return groups;
  const { expression: callee, arguments: args } = node.expression;
  const [title] = args;
  if (!CALLS.has(namesOf(callee)[0] ?? "") || !title) return groups;
  if (ts.isStringLiteralLike(title)) return [...groups, title.text];
  if (ts.isTemplateExpression(title)) return [...groups, title.getText().slice(1, -1)];
  throw new Error(`${placeOf(title)}: the title of a test with a tag is a text`);
}
