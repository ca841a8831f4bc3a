import ts from "typescript";

export interface FunctionLines {
  /** Its own name or that of what it is assigned to; `(anonymous)` for a callback. */
  name: string;
  /** Where it begins, from 1. */
  line: number;
  /** Its own lines. */
  own: number;
}

/**
 * The functions with a body in a file (declarations, arrow functions, methods, accessors and
 * constructors, so components too), each with its own lines: those from its first to its last, comments
 * and empty ones counted, less those of the functions inside it. A line that a function shares with one
 * inside it counts for the inner one. The documentation above a function is none of its lines.
 *
 * @param file parsed with parent pointers
 */
export function functionLines(file: ts.SourceFile): FunctionLines[] {
  const found: FunctionLines[] = [];
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1;
  /** Visits what is inside a function; `lines` are those of it that are not yet an inner one's. */
  const visit = (node: ts.Node, lines: Set<number>): void => {
    if (!ts.isFunctionLike(node) || !("body" in node && node.body)) {
      ts.forEachChild(node, (child) => visit(child, lines));
      return;
    }
    const [first, last] = [lineOf(node.getStart()), lineOf(node.end)];
    const all = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const own = new Set(all);
    const one = { name: nameOf(node), line: first, own: 0 };
    found.push(one);
    ts.forEachChild(node, (child) => visit(child, own));
    one.own = own.size;
    for (const line of all) lines.delete(line);
  };
  visit(file, new Set());
  return found;
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name) return node.name.getText();
  if (ts.isConstructorDeclaration(node)) return "constructor";
  const { parent } = node;
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  return isNamed ? parent.name.getText() : "(anonymous)";
}
