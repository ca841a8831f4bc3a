import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { type FunctionLines, functionLines } from "./function-lines";
import { findCycles, type Import, readImports } from "./import-graph";
import { type PathLiteral, pathLiterals, routePatterns } from "./path-literals";

/** The folders that are measured; `dev` for cycles. */
export const MEASURED = ["app", "db", "workers"] as const;
/** The folders beside them whose lines are counted. */
export const BESIDE = ["dev", "bench", "tests"] as const;
/** A file with fewer lines and a single importer could be merged into it. */
const SMALL_FILE_LINES = 20;
/** Own lines that no function may exceed; a test holds it. */
export const MAX_OWN_LINES = 50;
/** Files that define paths. */
const PATH_FILES = /^app\/(?:routes\.ts|lib\/(?:private-|route-)?paths(?:-\w+)?\.ts)/;

export interface SourceFile {
  /** From the root of the repository. */
  path: string;
  lines: number;
}

export interface Figures {
  files: readonly SourceFile[];
  /** Lines of TypeScript and of scripts (`.mjs`) in each of `BESIDE`. */
  linesBeside: number[];
  imports: readonly Import[];
  cycles: string[][];
  /** Files under 20 lines with exactly one importer, tests and benchmarks not counted. */
  small: { path: string; lines: number; importer: string }[];
  /** Functions of more than `MAX_OWN_LINES`. */
  longFunctions: ({ path: string } & FunctionLines)[];
  ports: { path: string; name: string }[];
  pathLiterals: ({ path: string } & PathLiteral)[];
}

/** Reads the sources under `root`, which may be any checkout of this project. */
export function readFigures(root: string): Figures {
  const measured = MEASURED.flatMap((folder) => sourcesUnder(root, folder, /\.tsx?$/));
  const paths = [...measured, ...sourcesUnder(root, "dev", /\.tsx?$/)];
  const text = (path: string) => readFileSync(join(root, path), "utf8");
  const linesOf = (path: string) => countLines(text(path));
  const files = measured.map((path) => ({ path, lines: linesOf(path) }));
  const all = readImports(root, paths);
  const patterns = routePatterns(text("app/routes.ts"));
  return {
    files,
    linesBeside: BESIDE.map((folder) =>
      sum(sourcesUnder(root, folder, /\.(tsx?|mjs)$/).map(linesOf)),
    ),
    imports: all.filter(({ from }) => !from.startsWith("dev/")),
    cycles: findCycles(all),
    small: smallFiles(files, all),
    longFunctions: measured.flatMap((path) => longFunctions(path, text(path))),
    ports: measured
      .filter(isPortFile)
      .flatMap((path) => portInterfaces(text(path)).map((name) => ({ path, name }))),
    pathLiterals: measured
      .filter((path) => !PATH_FILES.test(path))
      .flatMap((path) =>
        pathLiterals(path, text(path), patterns).map((literal) => ({ path, ...literal })),
      ),
  };
}

/** Files under 20 lines that exactly one other file imports. */
export function smallFiles(
  files: readonly SourceFile[],
  imports: readonly Import[],
): Figures["small"] {
  const importers = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    importers.set(to, (importers.get(to) ?? new Set()).add(from));
  }
  return files.flatMap(({ path, lines }) => {
    const [importer, ...others] = importers.get(path) ?? [];
    const isSmall = lines < SMALL_FILE_LINES && importer !== undefined && others.length === 0;
    return isSmall ? [{ path, lines, importer }] : [];
  });
}

/** Functions of more than `MAX_OWN_LINES`. */
export function longFunctions(path: string, source: string): Figures["longFunctions"] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return functionLines(ts.createSourceFile(path, source, ts.ScriptTarget.ES2022, true, kind))
    .filter(({ own }) => own > MAX_OWN_LINES)
    .map((one) => ({ path, ...one }));
}

/** The folders directly in `app`, those with most files first. */
export function subjectSizes(
  files: readonly SourceFile[],
): { subject: string; files: number; lines: number }[] {
  const bySubject = new Map<string, number[]>();
  for (const { path, lines } of files) {
    const [top, subject, file] = path.split("/");
    if (top !== "app" || !subject || !file) continue;
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), lines]);
  }
  return [...bySubject]
    .map(([subject, lines]) => ({ subject, files: lines.length, lines: sum(lines) }))
    .sort((a, b) => b.files - a.files);
}

/** The share of imports whose two ends differ in `groupOf`, from 0 to 1. */
export function crossingShare(
  imports: readonly Import[],
  groupOf: (path: string) => string,
): number {
  const crossing = imports.filter(({ from, to }) => groupOf(from) !== groupOf(to));
  return imports.length === 0 ? 0 : crossing.length / imports.length;
}

/** `app/orders/...` and `db/orders/...` are one subject; files directly in `app/` are `app`. */
export function subjectGroup(path: string): string {
  const [top = "", second, third] = path.split("/");
  return (top === "app" || top === "db") && second && third ? second : top;
}

/** `app/orders`, `db`, `workers`. */
export function topFolder(path: string): string {
  const [top = "", second, third] = path.split("/");
  return top === "app" && second && third ? `${top}/${second}` : top;
}

/** The median; the upper one of two. */
export function medianOf(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

export const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

export function countLines(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

function sourcesUnder(root: string, folder: string, name: RegExp): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => name.test(path))
    .map((path) => join(folder, path))
    .sort();
}

/** Files with interfaces to the outside, in this layout and in the previous one. */
const PORT_FILES = /^app\/(?:.*\/)?(?:ports\.ts|ports\/.*\.ts)$|^app\/solana\/chain\.ts$/;

export function isPortFile(path: string): boolean {
  return PORT_FILES.test(path);
}

/** Names of the exported interfaces that have a method; those of data alone are left out. */
export function portInterfaces(source: string): string[] {
  const file = ts.createSourceFile("ports.ts", source, ts.ScriptTarget.ES2022, true);
  return file.statements
    .filter(ts.isInterfaceDeclaration)
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .filter(({ members }) => members.some(isMethod))
    .map(({ name }) => name.text);
}

function isMethod(member: ts.TypeElement): boolean {
  if (ts.isMethodSignature(member)) return true;
  return ts.isPropertySignature(member) && !!member.type && ts.isFunctionTypeNode(member.type);
}
