import { SourceMap, type SourceMapPayload } from "node:module";
import ts from "typescript";

/** A request with this header returns `FilesRun` since the last such request, as JSON. */
export const FILES_RUN_HEADER = "x-files-run";

export interface FilesRun {
  /** Files with a function that ran in an alarm of a Durable Object. */
  inAlarms: string[];
  /** All others. */
  elsewhere: string[];
  /** Alarms that ended. */
  alarms: number;
}

/**
 * Instruments a bundled Worker to record, at the start of each function, the source file of the
 * function. Functions that run while modules are loaded are in the first lists. The lists belong to
 * the isolate: Durable Objects in the same isolate add to them. V8's precise coverage is not
 * available: workerd implements `Profiler.enable` with a sampling profiler.
 *
 * @param bundle one ES module whose default export has `fetch`, and whose other exports are classes
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

  const { worker, classes } = exportsOf(file);
  edits.push({ from: worker.getStart(), to: worker.end, text: "__counted" });
  return `${prelude(names)}\n${applyEdits(bundle, edits)}\n${epilogue(worker.text, classes)}\n`;
}

const prelude = (names: readonly string[]) => `
import { AsyncLocalStorage as __Storage } from "node:async_hooks";
const __names = ${JSON.stringify(names)};
const __run = { inAlarms: new Set(), elsewhere: new Set(), alarms: 0 };
const __alarm = new __Storage();
const __ran = (at) => (__alarm.getStore() ? __run.inAlarms : __run.elsewhere).add(at);`;

const epilogue = (worker: string, classes: readonly string[]) => `
for (const { prototype } of [${classes.join(", ")}]) {
  const { alarm } = prototype;
  if (!alarm) continue;
  prototype.alarm = function (...args) {
    return __alarm.run(true, () => alarm.apply(this, args)).finally(() => __run.alarms++);
  };
}
const __counted = {
  ...${worker},
  fetch(request, env, ctx) {
    if (!request.headers.has("${FILES_RUN_HEADER}")) return ${worker}.fetch(request, env, ctx);
    const files = (set) => [...set].map((at) => __names[at]);
    const { inAlarms, elsewhere, alarms } = __run;
    const run = { inAlarms: files(inAlarms), elsewhere: files(elsewhere), alarms };
    Object.assign(__run, { inAlarms: new Set(), elsewhere: new Set(), alarms: 0 });
    return Response.json(run);
  },
};`;

interface Edit {
  from: number;
  to: number;
  text: string;
}

function recordingEdits(body: ts.Node, source: number): Edit[] {
  const call = `__ran(${source})`;
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

/** The local names in `export { x as default, Class }`. */
function exportsOf(file: ts.SourceFile): { worker: ts.Identifier; classes: string[] } {
  const elements = file.statements
    .filter(ts.isExportDeclaration)
    .flatMap(({ exportClause }) =>
      exportClause && ts.isNamedExports(exportClause) ? [...exportClause.elements] : [],
    );
  const worker = elements.find(({ name }) => name.text === "default")?.propertyName;
  if (!worker || !ts.isIdentifier(worker)) throw new Error("the bundle has no default export");
  const others = elements.filter(({ name }) => name.text !== "default");
  return { worker, classes: others.map(({ name, propertyName }) => (propertyName ?? name).text) };
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
