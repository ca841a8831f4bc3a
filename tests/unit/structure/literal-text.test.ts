import ts from "typescript";
import { expect, test } from "vitest";
import { filesUnder, parse, parseText, placeOf, visitNodes } from "../../support/sources";

/** Attributes with visible or announced text. */
const SHOWN = new Set(["title", "aria-label", "aria-description", "placeholder", "alt", "label"]);
/** The same in every language. */
const NEUTRAL = /^(SOL|URL|[\w.+-]+@[\w.-]+)$/;

// spec: word.no-literal
test("components have no literal text", () => {
  const found = filesUnder(["app"], /\.tsx$/).flatMap((path) => wordsIn(parse(path)));
  expect(found).toEqual([]);
});

test("literal text in markup and attributes is reported; names and classes are not", () => {
  const markup = `<p className="wide" title="Close" alt={open ? "Open" : t("shut")}>
    Hello <b>{"there"}</b> {ready && "ready"} <i>SOL</i> {t("key")} 12 % </p>`;
  const found = wordsIn(parseText(markup, "x.tsx")).map((line) => line.replace(/^.*: /, ""));
  expect(found).toEqual(["Close", "Open", "Hello", "there", "ready"]);
});

function wordsIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const report = (node: ts.Node, text: string) => {
    const shown = text.trim();
    if (/\p{L}/u.test(shown) && !NEUTRAL.test(shown)) found.push(`${placeOf(node)}: ${shown}`);
  };
  visitNodes(file, (node) => {
    if (ts.isJsxText(node)) report(node, node.text);
    if (ts.isJsxAttribute(node) && SHOWN.has(node.name.getText()) && node.initializer) {
      for (const [place, text] of literalsOf(node.initializer)) report(place, text);
    }
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent) && node.expression) {
      for (const [place, text] of literalsOf(node.expression)) report(place, text);
    }
  });
  return found;
}

/** Literal texts that an expression renders. */
function literalsOf(node: ts.Node): [ts.Node, string][] {
  if (ts.isStringLiteralLike(node)) return [[node, node.text]];
  if (ts.isTemplateExpression(node)) {
    const parts = [node.head, ...node.templateSpans.map((span) => span.literal)];
    return parts.map((part): [ts.Node, string] => [part, part.text]);
  }
  if (ts.isJsxExpression(node) && node.expression) return literalsOf(node.expression);
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (ts.isConditionalExpression(node)) {
    return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  }
  if (ts.isBinaryExpression(node)) {
    const shows = [
      ts.SyntaxKind.AmpersandAmpersandToken,
      ts.SyntaxKind.BarBarToken,
      ts.SyntaxKind.QuestionQuestionToken,
      ts.SyntaxKind.PlusToken,
    ].includes(node.operatorToken.kind);
    return shows ? [...literalsOf(node.left), ...literalsOf(node.right)] : [];
  }
  return [];
}
