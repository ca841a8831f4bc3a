import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";

export interface GeneratedFile {
  /** From the root of the repository. */
  path: string;
  text: string;
}

const HEADER = "// Written by `npm run generate` from app/routes.ts.\n";
/** Routes whose id begins with one of these words and a dash are in a namespace of that name. */
const GROUPS = ["api", "google"] as const;
const FOLDER = "app/lib";

/**
 * `paths`: a constant or a function for each route, named by its id. They are exported one by one, so
 * that the bundles of the browser contain those that are used.
 */
export function pathFiles(routes: readonly RouteConfigEntry[]): GeneratedFile[] {
  // The catch-all route is no address.
  const all = routes.filter(({ path }) => path !== "*").map(toRoute);
  const groups = GROUPS.map((group) => ({
    path: `${FOLDER}/route-paths-${group}.ts`,
    text:
      HEADER +
      all
        .filter((route) => route.group === group)
        .map(toExport)
        .join(""),
  }));
  const text = [
    HEADER,
    ...GROUPS.map((group) => `export * as ${group} from "./route-paths-${group}";\n`),
    "\n/** The patterns of the routes by their ids. */\nexport interface RoutePatterns {\n",
    ...routes.map(({ id = "", path = "" }) => `  ${quoted(id)}: "/${path}";\n`),
    "}\n",
    ...all.filter(({ group }) => group === null).map(toExport),
  ];
  return [{ path: `${FOLDER}/route-paths.ts`, text: text.join("") }, ...groups];
}

interface PathRoute {
  group: (typeof GROUPS)[number] | null;
  /** Of its constant or function. */
  name: string;
  /** `/acheter/:productId`. */
  pattern: string;
}

function toRoute({ id = "", path = "" }: RouteConfigEntry): PathRoute {
  const group = GROUPS.find((word) => id.startsWith(`${word}-`)) ?? null;
  const own = group === null ? id : id.slice(group.length + 1);
  const name = own.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return { group, name, pattern: `/${path}` };
}

function toExport({ name, pattern }: PathRoute): string {
  const parameters = [...pattern.matchAll(/:(\w+)/g)].map(([, parameter = ""]) => parameter);
  if (parameters.length === 0) return `\nexport const ${name} = "${pattern}";\n`;
  const signature = parameters.map((parameter) => `${parameter}: string`).join(", ");
  const path = pattern.replace(/:(\w+)/g, (_, parameter) => `\${encodeURIComponent(${parameter})}`);
  return `\nexport function ${name}(${signature}) {\n  return \`${path}\`;\n}\n`;
}

const quoted = (id: string) => (/^\w+$/.test(id) ? id : `"${id}"`);

/** The tables of all subjects. */
export function schemaIndex(root: string): GeneratedFile {
  const folder = "db/schema";
  const subjects = readdirSync(join(root, folder))
    .filter((file) => readFileSync(join(root, folder, file), "utf8").includes("sqliteTable("))
    .map((file) => file.replace(/\.ts$/, ""))
    .sort();
  const text = `// Written by \`npm run generate\` from the files of db/schema.
/**
 * Tables of D1, by subject. Amounts are whole lamports, times are epoch milliseconds, flags are 0 or 1.
 * CHECK constraints protect stock limits and amounts against bugs in the app.
 */
${subjects.map((subject) => `export * from "./${subject}";\n`).join("")}`;
  return { path: `${folder}/index.ts`, text };
}
