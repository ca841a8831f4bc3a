import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import ts from "typescript";

export const ROOT = resolve(import.meta.dirname, "../..");

/** Paths, relative to the project, of the files under `folders` whose name matches. */
export function filesUnder(folders: string[], name: RegExp): string[] {
  return folders.flatMap((folder) => walk(join(ROOT, folder), name));
}

const parsed = new Map<string, ts.SourceFile>();

/** The syntax tree of a file of the project, parsed once a process: test files share it. */
export function parse(path: string): ts.SourceFile {
  const known = parsed.get(path);
  if (known) return known;
  const text = readFileSync(join(ROOT, path), "utf8");
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true, kind);
  parsed.set(path, file);
  return file;
}

/** Calls `visit` for every node of the file. */
export function visitNodes(file: ts.Node, visit: (node: ts.Node) => void): void {
  visit(file);
  file.forEachChild((child) => visitNodes(child, visit));
}

/** `path:line`, for messages. */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

function walk(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return walk(path, name);
    return name.test(entry.name) ? [relative(ROOT, path)] : [];
  });
}
