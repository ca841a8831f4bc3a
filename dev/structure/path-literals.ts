import ts from "typescript";

export interface PathLiteral {
  line: number;
  /** The literal; each `${...}` of a template is shown as `*`. */
  text: string;
}

/** Placeholder of a `${...}` in a literal; at the end of a pattern it matches any rest. */
const ANY = "*";

/** Patterns of a route table (`app/routes.ts`): `acheter/:id` is `["acheter", ":id"]`. */
export function routePatterns(table: string): string[][] {
  const patterns: string[][] = [];
  everyNode(parse("routes.ts", table), (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== "route") return;
    const [pattern] = node.arguments;
    // The catch-all route is not a path.
    if (!pattern || !ts.isStringLiteralLike(pattern) || pattern.text === ANY) return;
    patterns.push(pattern.text.split("/"));
  });
  return patterns;
}

/**
 * String and template literals that are a path of the route table or the beginning of one
 * (`"/api/"`), with or without a query. `/` alone counts where it is a link or a redirect.
 */
export function pathLiterals(
  name: string,
  source: string,
  patterns: readonly string[][],
): PathLiteral[] {
  const file = parse(name, source);
  const found: PathLiteral[] = [];
  everyNode(file, (node) => {
    const text = textOf(node);
    if (text === null || isModuleName(node)) return;
    // `${origin}/shop` is a path, too.
    const path = text.replace(/^\*(?=\/)/, "").replace(/[?#].*$/, "");
    if (path === "/" ? isLink(node) : isRoute(path, patterns)) {
      found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text });
    }
  });
  return found;
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => ANY + literal.text).join("");
}

function isModuleName({ parent }: ts.Node): boolean {
  return ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent);
}

function isLink(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isJsxAttribute(parent)) return ["to", "href", "action"].includes(parent.name.getText());
  return ts.isCallExpression(parent) && /^(redirect|navigate)/.test(parent.expression.getText());
}

function isRoute(path: string, patterns: readonly string[][]): boolean {
  if (!path.startsWith("/")) return false;
  const parts = path.slice(1).split("/");
  const isPrefix = parts.at(-1) === "";
  if (isPrefix) parts.pop();
  return patterns.some((pattern) => {
    const hasRest = pattern.at(-1) === ANY;
    const fits = parts.every((part, at) => fitsPart(part, pattern[at] ?? (hasRest ? ANY : "")));
    if (!fits) return false;
    if (isPrefix && parts.length < pattern.length) return true;
    return parts.length === pattern.length || (hasRest && parts.length > pattern.length);
  });
}

/** A fixed part matches itself only, a parameter matches any text. */
function fitsPart(part: string, pattern: string): boolean {
  return pattern.startsWith(":") || pattern === ANY ? part !== "" : part === pattern;
}

function parse(name: string, source: string): ts.SourceFile {
  const kind = name.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(name, source, ts.ScriptTarget.ES2022, true, kind);
}

function everyNode(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => everyNode(child, visit));
}
