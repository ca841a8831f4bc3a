import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { ALWAYS_LOADED } from "../../app/http/translations/namespaces";
import { filesUnder } from "../../tests/support/sources";
import type { GeneratedFile } from "./generated-files";
import { readImports } from "./import-graph";

const FOLDER = "app/http/translations";
const LOCALES = "locales/en";

/** The namespaces of each page, the file of each namespace, and the types of the keys. */
export function textFiles(root: string, routes: readonly RouteConfigEntry[]): GeneratedFile[] {
  const files = readdirSync(join(root, LOCALES)).sort();
  return [
    { path: `${FOLDER}/page-namespaces.ts`, text: pageNamespaces(root, routes) },
    { path: `${FOLDER}/namespace-files.ts`, text: namespaceFiles(root, files) },
    { path: "app/http/i18n.d.ts", text: keyTypes(files) },
  ];
}

const header = (source: string) => `// Written by \`npm run generate\` from ${source}.\n`;

function pageNamespaces(root: string, routes: readonly RouteConfigEntry[]): string {
  const used = namespacesUsed(root);
  const lines = routes.flatMap(({ id = "", file }) => {
    const page = `app/${file}`;
    const hasTexts = file.endsWith(".tsx") && !read(root, page).includes("{ script: false }");
    const own = hasTexts ? used(page).filter((name) => !ALWAYS_LOADED.includes(name)) : [];
    const key = /^\w+$/.test(id) ? id : `"${id}"`;
    return own.length > 0 ? property(key, own.sort().join(" ")) : [];
  });
  const what =
    "/** By route id, separated by spaces: what its components ask `useTranslation` for. */\n";
  const table = `export const PAGE_NAMESPACES: Record<string, string> = {\n${lines.join("")}};\n`;
  return header("the imports of the pages") + what + table;
}

/** As the formatter breaks it: characters of a line. */
const MAX_LINE = 100;

function property(key: string, text: string): string {
  const line = `  ${key}: "${text}",\n`;
  return line.length <= MAX_LINE + 1 ? line : `  ${key}:\n    "${text}",\n`;
}

/** Namespaces that a file and all that it imports ask for in the browser. */
export function namespacesUsed(root: string): (start: string) => string[] {
  const imported = new Map<string, string[]>();
  for (const { from, to, isType } of readImports(root, filesUnder(["app"], /\.tsx?$/))) {
    if (!isType) imported.set(from, [...(imported.get(from) ?? []), to]);
  }
  return (start) => {
    const reached = new Set([start]);
    for (const file of reached) for (const next of imported.get(file) ?? []) reached.add(next);
    return [...new Set([...reached].flatMap((file) => namespacesIn(read(root, file))))];
  };
}

function namespacesIn(source: string): string[] {
  const calls = source.matchAll(/(?:useTranslation|forNamespaces)\(([^)]*)\)/g);
  return [...calls].flatMap(([, given = ""]) => given.match(/(?<=")[\w-]+(?=")/g) ?? []);
}

function namespaceFiles(root: string, files: readonly string[]): string {
  const lines = files
    .filter((file) => !file.endsWith(".server.json"))
    .flatMap((file) => {
      const name = file.replace(".json", "");
      const namespaces = Object.keys(JSON.parse(read(root, `${LOCALES}/${file}`)));
      return namespaces
        .filter((namespace) => namespace !== name)
        .map((key) => `  ${/^\w+$/.test(key) ? key : `"${key}"`}: "${name}",\n`);
    });
  const what = "/** Namespaces whose file has another name. */\n";
  const table = `export const FILES: Record<string, string> = {\n${lines.join("")}};\n`;
  return header("locales") + what + table;
}

/** Types the keys that `t` accepts by the English texts. */
function keyTypes(files: readonly string[]): string {
  const names = files.map((file) => file.replace(".json", ""));
  const word = (name: string) => name.replace(/[.-](\w)/g, (_, letter) => letter.toUpperCase());
  const imports = names.map(
    (name) => `import type ${word(name)} from "../../locales/en/${name}.json";\n`,
  );
  return `${header("locales")}import "i18next";
${imports.join("")}
type Resources = ${names.map((name) => `typeof ${word(name)}`).join(" &\n  ")};

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    returnNull: false;
    resources: Resources;
  }
}
`;
}

function read(root: string, path: string): string {
  return readFileSync(join(root, path), "utf8");
}
