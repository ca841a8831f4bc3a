import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

export interface Import {
  /** Paths from the root of the repository. */
  from: string;
  to: string;
  /** True for `import type` and `export type`, which are removed at compile time. */
  isType: boolean;
}

/** Every import between the given files, read from their syntax; packages are left out. */
export function readImports(root: string, files: readonly string[]): Import[] {
  const known = new Set(files);
  return files.flatMap((from) =>
    specifiersOf(join(root, from)).flatMap(({ text, isType }) => {
      const to = resolveImport(root, from, text, known);
      return to === null ? [] : [{ from, to, isType }];
    }),
  );
}

/**
 * Groups of files that import one another, directly or through others, type imports counted: the
 * strongly connected components of more than one file, and files that import themselves (Tarjan
 * 1972).
 */
export function findCycles(imports: readonly Import[]): string[][] {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  const index = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const own = index.size;
    index.set(file, own);
    stack.push(file);
    let low = own;
    for (const next of graph.get(file) ?? []) {
      if (!index.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, index.get(next) ?? own);
    }
    if (low === own) {
      const component = stack.splice(stack.indexOf(file));
      if (component.length > 1 || graph.get(file)?.has(file)) cycles.push(component.sort());
    }
    return low;
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return cycles;
}

interface Specifier {
  text: string;
  isType: boolean;
}

function specifiersOf(path: string): Specifier[] {
  const source = ts.createSourceFile(
    path,
    readFileSync(path, "utf8"),
    ts.ScriptTarget.ES2022,
    false,
    path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found: Specifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const text = node.moduleSpecifier && literalText(node.moduleSpecifier);
      if (text) found.push({ text, isType: isTypeOnly(node) });
    } else if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0]
    ) {
      const text = literalText(node.arguments[0]);
      if (text) found.push({ text, isType: false });
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const text = literalText(node.argument.literal);
      if (text) found.push({ text, isType: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function literalText(node: ts.Node): string | null {
  return ts.isStringLiteralLike(node) ? node.text : null;
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const bindings = clause.namedBindings;
  return (
    !clause.name &&
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.every((element) => element.isTypeOnly)
  );
}

function resolveImport(
  root: string,
  from: string,
  text: string,
  known: ReadonlySet<string>,
): string | null {
  if (!/^(\.|~\/)/.test(text)) return null;
  const bare = text.replace(/\?.*$/, "");
  const path = bare.startsWith("~/")
    ? `app/${bare.slice(2)}`
    : relative(root, resolve(root, dirname(from), bare));
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}.mjs`, `${path}/index.ts`];
  return candidates.find((candidate) => known.has(candidate)) ?? null;
}
