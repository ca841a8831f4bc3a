import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { ACCESS, isForViewer } from "../../app/http/access";
import { SUBJECTS } from "./import-rules";

export interface GeneratedFile {
  /** From the root of the repository. */
  path: string;
  text: string;
}

const HEADER = "// Written by `npm run generate` from app/routes.ts.\n";
/** Routes whose id begins with this word and a dash are in an object of that name, in a file of its own. */
const GOOGLE = "google";
const API = "api";
/** Subjects whose routes are in a file of their own: most pages use none of them. */
const OFFERS = ["affiliates", "bundles", "codes", "licences", "sharing"];
const OFFER = "offer";
const REVIEWS = "reviews/";
const REVIEW = "review";
/** Routes below these patterns are in files of their own as well. */
const BELOW = {
  profile: "profil/",
  purchase: "purchases/",
  tool: "edit/:pid/",
  withdrawal: "retractation/",
} as const;
/** What programs look for, and pages do not link to. */
const SITE = "site";
const OF_SITE = /^(sitemap|robots\.txt|\.well-known)/;
const SEGMENT = "const segment = encodeURIComponent;\n";
const FOLDER = "app/lib";
/** Routes that the app does not link to: each path takes room in the browser's code. */
const UNLINKED = ["health", "actions-json", "catch-all", "licence-activate", "licence-deactivate"];
/** The formatter's. */
const MAX_LINE_CHARS = 100;

/** `paths`: a text or a function for each route outside of the API, named by its id. */
export function pathFile(routes: readonly RouteConfigEntry[]): GeneratedFile {
  const text = [
    HEADER,
    SEGMENT,
    "\n/** The patterns of the routes by their ids. */\nexport interface RoutePatterns {\n",
    ...routes.map(({ id = "", path = "" }) => `  ${quoted(id)}: "/${path}";\n`),
    "}\n",
    "\n/** Every path outside of the API by the id of its route, with encoded parameters. */\n",
    "export const paths = {\n",
    ...propertiesOf(routes, null),
    "} as const;\n",
  ];
  return { path: `${FOLDER}/route-paths.ts`, text: text.join("") };
}

const APART = {
  [API]: "Every path of the API",
  [GOOGLE]: "Every path of the sign-in by Google",
  [OFFER]: "Every path of bundles, discount codes, co-authors, affiliates and licence keys",
  [REVIEW]: "Every path of reviews but that of a purchase",
  profile: "Every path below the profile",
  purchase: "Every path of one purchase",
  tool: "Every path of what a seller does with one product beside its form",
  withdrawal: "Every path of one declaration of withdrawal",
  [SITE]: "Every path that programs look for",
};

type Group = keyof typeof APART;

/** `apiPaths` and others: the same for routes that few pages link to. Each path takes room in the browser's code. */
export function apartPathFiles(routes: readonly RouteConfigEntry[]): GeneratedFile[] {
  return (Object.keys(APART) as Group[]).map((group) => {
    const properties = propertiesOf(routes, group);
    const text = [
      "// @chunk none\n",
      HEADER,
      properties.some((line) => line.includes("segment(")) ? SEGMENT : "",
      `\n/** ${APART[group]} by the id of its route, with encoded parameters. */\n`,
      `export const ${group}Paths = {\n`,
      ...properties,
      "} as const;\n",
    ];
    return { path: `${FOLDER}/${group}-paths.ts`, text: text.join("") };
  });
}

interface PathRoute {
  group: Group | null;
  /** Of its property. */
  name: string;
  /** `/acheter/:productId`. */
  pattern: string;
}

function propertiesOf(routes: readonly RouteConfigEntry[], group: PathRoute["group"]): string[] {
  return routes
    .filter(({ id = "" }) => !UNLINKED.includes(id))
    .map(toRoute)
    .filter((route) => route.group === group)
    .map(toProperty);
}

function toRoute({ id = "", path = "", file }: RouteConfigEntry): PathRoute {
  const word = ([API, GOOGLE] as const).find((one) => id.startsWith(`${one}-`)) ?? null;
  const group = word ?? groupOf(path, file);
  const own = word === null ? id : id.slice(word.length + 1);
  const name = own.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return { group, name, pattern: `/${path}` };
}

function groupOf(path: string, file: string): Group | null {
  if (OFFERS.some((one) => file.startsWith(`${one}/`))) return OFFER;
  if (OF_SITE.test(path)) return SITE;
  if (file.startsWith(REVIEWS) && !path.startsWith(BELOW.purchase)) return REVIEW;
  const names = Object.keys(BELOW) as (keyof typeof BELOW)[];
  return names.find((name) => path.startsWith(BELOW[name])) ?? null;
}

function toProperty({ name, pattern }: PathRoute): string {
  const parameters = [...pattern.matchAll(/:(\w+)/g)].map(([, parameter = ""]) => parameter);
  if (parameters.length === 0) return `  ${name}: "${pattern}",\n`;
  const signature = parameters.map((parameter) => `${parameter}: string`).join(", ");
  const path = pattern.replace(/:(\w+)/g, (_, parameter) => `\${segment(${parameter})}`);
  const line = `  ${name}: (${signature}) => \`${path}\`,`;
  return `${line.length > MAX_LINE_CHARS ? line.replace("=> ", "=>\n    ") : line}\n`;
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

/** `docs/architecture.md` with the table of subjects. */
export function architecturePage(root: string): GeneratedFile {
  const path = "docs/architecture.md";
  const rows = SUBJECTS.map((subjects) => {
    const names = Object.keys(subjects).map((name) => `\`${name}\``);
    return `| ${names.join(", ")} | ${Object.values(subjects).join("; ")} |\n`;
  });
  const text = readFileSync(join(root, path), "utf8").replace(
    /(\| subjects \| hold \|\n\| --- \| --- \|\n)(?:\|.*\n)*/,
    (_, head: string) => head + rows.join(""),
  );
  return { path, text };
}

/**
 * Beginnings of the addresses of pages for one signed-in person, for `robots.txt`: up to the first
 * parameter, without those that another one covers.
 */
export function privatePathFile(routes: readonly RouteConfigEntry[]): GeneratedFile {
  const prefixes = routes
    .filter(({ id = "" }) => isForViewer(ACCESS[id]?.GET))
    // Named by hand in `robots.txt`, with all that is below.
    .filter(({ path = "" }) => !/^(api|auth)\//.test(path))
    .map(({ path = "" }) => `/${path.replace(/:.*/, "")}`);
  const outer = prefixes.filter(
    (path, at) =>
      prefixes.indexOf(path) === at &&
      !prefixes.some((other) => other !== path && path.startsWith(other)),
  );
  const lines = outer.map((path) => `  "${path}",\n`).join("");
  const text = `${HEADER}// Beginnings of the addresses of pages for one signed-in person.
export const PRIVATE_PATHS = [
${lines}];
`;
  return { path: `${FOLDER}/private-paths.ts`, text };
}
