/**
 * `npm run structure`: figures of how the code is laid out. `-- --commits A..B` counts the folders that
 * each commit changes, `-- --purchase` the files that building a transaction, a round of polling and
 * a purchase run. `-- --root DIR` measures another checkout, `-- --list` names what is behind a figure.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "./run/failure";
import { ROOT } from "./run/paths";
import { commitsOf } from "./structure/commit-folders";
import {
  BESIDE,
  crossingShare,
  type Figures,
  MAX_OWN_LINES,
  MEASURED,
  medianOf,
  readFigures,
  subjectGroup,
  subjectSizes,
  sum,
  topFolder,
} from "./structure/figures";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      root: { type: "string", default: ROOT },
      list: { type: "boolean", default: false },
      purchase: { type: "boolean", default: false },
      commits: { type: "string" },
    },
  });
  const root = resolve(values.root);
  if (values.purchase) {
    const { purchaseFiles } = await import("./structure/purchase-files");
    for (const [what, files] of await purchaseFiles(root)) {
      printList(`${files.length} files run for ${what}`, values.list ? files.sort() : []);
    }
    return;
  }
  if (values.commits !== undefined) return printCommits(root, values.commits, values.list);
  const figures = readFigures(root);
  printTable(figures);
  if (values.list) printLists(figures);
});

function printCommits(root: string, range: string, list: boolean): void {
  const commits = commitsOf(root, range);
  const counts = commits.map(({ folders }) => folders.length);
  const mean = commits.length === 0 ? "none" : (sum(counts) / commits.length).toFixed(2);
  printRows([
    ["commits", commits.length],
    ["top folders per commit (mean)", mean],
    ["top folders per commit (median)", medianOf(counts)],
  ]);
  if (!list) return;
  const lines = commits.map(({ commit, folders }) => `${folders.length}  ${commit}: ${folders}`);
  printList("Commits", lines);
}

function printTable(figures: Figures): void {
  const { files, linesBeside, imports, cycles, small, ports, pathLiterals } = figures;
  const ofFolder = MEASURED.map((folder) => {
    const inside = files.filter(({ path }) => path.startsWith(`${folder}/`));
    return [`files in ${folder}`, inside.length];
  });
  const longest = files.reduce((one, other) => (other.lines > one.lines ? other : one));
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  printRows([
    ["largest subject", subjects(files)[0] ?? "none"],
    ["files", files.length],
    ...ofFolder,
    [`lines of ${MEASURED.join(" + ")}`, sum(files.map(({ lines }) => lines))],
    ...BESIDE.map((folder, at) => [`lines of ${folder}`, linesBeside[at] ?? 0]),
    ["median file (lines)", medianOf(files.map(({ lines }) => lines))],
    ["longest file (lines)", `${longest.lines} ${longest.path}`],
    ["imports that cross a subject", percent(crossingShare(imports, subjectGroup))],
    ["imports that cross a top folder", percent(crossingShare(imports, topFolder))],
    ["cycles of imports, types and dev counted", cycles.length],
    ["files under 20 lines with one importer", small.length],
    [`functions over ${MAX_OWN_LINES} own lines`, figures.longFunctions.length],
    ["interfaces with a method in ports", ports.length],
    ["path literals outside paths and the route table", pathLiterals.length],
  ]);
}

function subjects(files: Figures["files"]): string[] {
  return subjectSizes(files).map((one) => `${one.subject}: ${one.files} files, ${one.lines} lines`);
}

function printRows(rows: (string | number)[][]): void {
  const width = Math.max(...rows.map(([what]) => String(what).length));
  for (const [what, value] of rows) console.log(`${String(what).padEnd(width)}  ${value}`);
}

function printLists(figures: Figures): void {
  const { files, cycles, small, longFunctions, ports, pathLiterals } = figures;
  printList("Subjects", subjects(files));
  printList(
    "Cycles",
    cycles.map((files) => files.join(" ")),
  );
  printList(
    "Files under 20 lines with one importer",
    small.map(({ path, lines, importer }) => `${path} (${lines}) <- ${importer}`),
  );
  printList(
    `Functions over ${MAX_OWN_LINES} own lines`,
    longFunctions.map(({ path, name, line, own }) => `${path}:${line}: ${name} (${own})`),
  );
  printList(
    "Interfaces",
    ports.map(({ path, name }) => `${path}: ${name}`),
  );
  printList(
    "Path literals",
    pathLiterals.map(({ path, line, text }) => `${path}:${line}: ${text}`),
  );
}

function printList(title: string, lines: readonly string[]): void {
  console.log(`\n${title}`);
  for (const line of lines) console.log(`  ${line}`);
}
