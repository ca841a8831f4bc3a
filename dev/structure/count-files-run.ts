import { SourceMap, type SourceMapPayload } from "node:module";
import ts from "typescript";

/** A request with this header is answered with the files run since the last such one, as JSON. */
export const FILES_RUN_HEADER = "x-files-run";

/**
 * A bundled Worker that notes, at the start of each function, the source file that the function is
 * from. What runs while modules are loaded is noted, too, until the first request for the list.
 * The list is one of the isolate: Durable Objects add to it where they share the Worker's.
 *
 * V8's own coverage is out of reach: workerd answers `Profiler.enable` by itself, with a profiler
 * that takes samples.
 *
 * @param bundle one ES module whose default export has `fetch`
 * @param isOwn tells for a source of the map whether its functions are to be noted
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
      edits.push(...noting(body, names.indexOf(source)));
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
  return `${prelude}\n${applied(bundle, edits)}\n${counted}\n`;
}

interface Edit {
  from: number;
  to: number;
  text: string;
}

function noting(body: ts.Node, source: number): Edit[] {
  const call = `__ran.add(${source})`;
  const [start, end] = [body.getStart(), body.end];
  if (ts.isBlock(body)) return [{ from: start + 1, to: start + 1, text: `${call};` }];
  return [
    { from: start, to: start, text: `(${call},` },
    { from: end, to: end, text: ")" },
  ];
}

function sourceOf(file: ts.SourceFile, sources: SourceMap, body: ts.Node): string | null {
  // The last mapping before its end is inside the function, whatever stands before it.
  const { line, character } = file.getLineAndCharacterOfPosition(body.end - 1);
  const entry = sources.findEntry(line, character);
  return "originalSource" in entry ? entry.originalSource : null;
}

/** The name that is exported as `default`, as bundlers write it: `export { x as default }`. */
function defaultExport(file: ts.SourceFile): ts.Identifier {
  for (const statement of file.statements) {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause) continue;
    if (!ts.isNamedExports(statement.exportClause)) continue;
    const element = statement.exportClause.elements.find(({ name }) => name.text === "default");
    if (element?.propertyName && ts.isIdentifier(element.propertyName)) return element.propertyName;
  }
  throw new Error("the bundle has no default export");
}

/** At the same place, the end of one function comes before the start of the next; else in order. */
function applied(text: string, edits: readonly Edit[]): string {
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
