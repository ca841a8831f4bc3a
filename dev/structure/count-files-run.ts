import { SourceMap, type SourceMapPayload } from "node:module";
import ts from "typescript";

/** A request with this header returns the files that ran since the last such request, as JSON. */
export const FILES_RUN_HEADER = "x-files-run";

/**
 * Instruments a bundled Worker to record, at the start of each function, the source file of the
 * function. Functions that run while modules are loaded are in the first list. The list belongs to
 * the isolate: Durable Objects in the same isolate add to it. V8's precise coverage is not
 * available: workerd implements `Profiler.enable` with a sampling profiler.
 *
 * @param bundle one ES module whose default export has `fetch`
 * @param isOwn selects the sources to record
 */
export function countFilesRun(
  bundle: string,
  map: SourceMapPayload,
  isOwn: (source: string) => boolean,
): string {
  const file = ts.createSourceFile("index.js", bundle, ts.ScriptTarget.ESNext, true);
  const sources = new SourceMap(map);
  const names: string[] = [];
  const edits: Edit[] = [];
  const visit = (node: ts.Node): void => {
    const body = ts.isFunctionLike(node) && "body" in node ? node.body : undefined;
    const source = body ? sourceOf(file, sources, body) : null;
    if (body && source !== null && isOwn(source)) {
      if (!names.includes(source)) names.push(source);
      edits.push(...recordingEdits(body, names.indexOf(source)));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);

  const worker = defaultExport(file);
  edits.push({ from: worker.getStart(), to: worker.end, text: "__counted" });
  const counted = `const __counted = {
  ...${worker.text},
  fetch(request, env, ctx) {
    if (!request.headers.has("${FILES_RUN_HEADER}")) return ${worker.text}.fetch(request, env, ctx);
    const files = [...__ran].map((at) => __names[at]);
    __ran.clear();
    return Response.json(files);
  },
};`;
  const prelude = `const __ran = new Set();\nconst __names = ${JSON.stringify(names)};`;
  return `${prelude}\n${applyEdits(bundle, edits)}\n${counted}\n`;
}

interface Edit {
  from: number;
  to: number;
  text: string;
}

function recordingEdits(body: ts.Node, source: number): Edit[] {
  const call = `__ran.add(${source})`;
  const [start, end] = [body.getStart(), body.end];
  if (ts.isBlock(body)) return [{ from: start + 1, to: start + 1, text: `${call};` }];
  return [
    { from: start, to: start, text: `(${call},` },
    { from: end, to: end, text: ")" },
  ];
}

function sourceOf(file: ts.SourceFile, sources: SourceMap, body: ts.Node): string | null {
  // The last mapping before the end of the body is inside the function.
  const { line, character } = file.getLineAndCharacterOfPosition(body.end - 1);
  const entry = sources.findEntry(line, character);
  return "originalSource" in entry ? entry.originalSource : null;
}

/** The local name in `export { x as default }`. */
function defaultExport(file: ts.SourceFile): ts.Identifier {
  for (const statement of file.statements) {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause) continue;
    if (!ts.isNamedExports(statement.exportClause)) continue;
    const element = statement.exportClause.elements.find(({ name }) => name.text === "default");
    if (element?.propertyName && ts.isIdentifier(element.propertyName)) return element.propertyName;
  }
  throw new Error("the bundle has no default export");
}

/**
 * Applies edits in order of position. At the same position, a closing edit comes before an opening
 * one.
 */
function applyEdits(text: string, edits: readonly Edit[]): string {
  const order = edits.map((edit, at) => ({ ...edit, at }));
  order.sort((a, b) => a.from - b.from || endsFirst(a, b) || a.at - b.at);
  let done = 0;
  let result = "";
  for (const { from, to, text: inserted } of order) {
    result += text.slice(done, from) + inserted;
    done = to;
  }
  return result + text.slice(done);
}

function endsFirst(a: Edit, b: Edit): number {
  return Number(b.text === ")") - Number(a.text === ")");
}
