/**
 * `npm run structure`: figures of how the code is laid out. `-- --list` names the files behind them,
 * `-- --root DIR` measures another checkout, `-- --purchase` counts the files that one purchase runs.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "./run/failure";
import { ROOT } from "./run/paths";
import {
  crossingShare,
  type Figures,
  MAX_OWN_LINES,
  MEASURED,
  medianOf,
  readFigures,
  subjectGroup,
  topFolder,
} from "./structure/figures";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      root: { type: "string", default: ROOT },
      list: { type: "boolean", default: false },
      purchase: { type: "boolean", default: false },
    },
  });
  const root = resolve(values.root);
  if (values.purchase) {
    const { purchaseFiles } = await import("./structure/purchase-files");
    const files = await purchaseFiles(root);
    console.log(`${files.length} files run for one purchase:`);
    for (const file of files) console.log(`  ${file}`);
    return;
  }
  const figures = readFigures(root);
  printTable(figures);
  if (values.list) printLists(figures);
});

function printTable(figures: Figures): void {
  const { files, imports, cycles, small, longFunctions, ports, pathLiterals } = figures;
  const ofFolder = MEASURED.map((folder) => {
    const inside = files.filter(({ path }) => path.startsWith(`${folder}/`));
    return [`files in ${folder}`, inside.length];
  });
  const longest = files.reduce((one, other) => (other.lines > one.lines ? other : one));
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const rows: (string | number)[][] = [
    ["files", files.length],
    ...ofFolder,
    ["median file (lines)", medianOf(files.map(({ lines }) => lines))],
    ["longest file (lines)", `${longest.lines} ${longest.path}`],
    ["imports that cross a subject", percent(crossingShare(imports, subjectGroup))],
    ["imports that cross a top folder", percent(crossingShare(imports, topFolder))],
    ["cycles of imports, types and dev counted", cycles.length],
    ["files under 20 lines with one importer", small.length],
    [`functions over ${MAX_OWN_LINES} own lines`, longFunctions.length],
    ["interfaces with a method in ports", ports.length],
    ["path literals outside paths and the route table", pathLiterals.length],
  ];
  const width = Math.max(...rows.map(([what]) => String(what).length));
  for (const [what, value] of rows) console.log(`${String(what).padEnd(width)}  ${value}`);
}

function printLists({ cycles, small, longFunctions, ports, pathLiterals }: Figures): void {
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
