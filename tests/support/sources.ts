import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import ts from "typescript";

export const ROOT = resolve(import.meta.dirname, "../..");

/** Paths, relative to the project, of the files under `folders` whose name matches. */
export function filesUnder(folders: string[], name: RegExp): string[] {
  return folders.flatMap((folder) => walk(join(ROOT, folder), name));
}

/** The text of a file of the project. */
export function readText(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

const parsed = new Map<string, ts.SourceFile>();

/** The syntax tree of a file of the project, parsed once a process: test files share it. */
export function parse(path: string): ts.SourceFile {
  const known = parsed.get(path);
  if (known) return known;
  const file = parseText(readText(path), path);
  parsed.set(path, file);
  return file;
}

/** The syntax tree of a text, as of a file of that name. */
export function parseText(text: string, name = "x.ts"): ts.SourceFile {
  const kind = name.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true, kind);
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
