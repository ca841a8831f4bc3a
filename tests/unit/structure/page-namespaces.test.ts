import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { namespacesOf } from "../../../app/http/translations/namespaces";
import routes from "../../../app/routes";
import { readImports } from "../../../dev/structure/import-graph";
import { filesUnder, ROOT } from "../../support/sources";

const files = filesUnder(["app"], /\.tsx?$/);
const source = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));
const imports = readImports(ROOT, files).filter(({ isType }) => !isType);
const pages = routes
  .map(({ id = "", file }) => ({ id, page: `app/${file}` }))
  .filter(({ page }) => page.endsWith(".tsx"))
  .filter(({ page }) => !source.get(page)?.includes("handle = { script: false }"));

test.each(pages)("the document of $id has the namespaces of its components", ({ id, page }) => {
  const used = new Set([...reachable("app/root.tsx"), ...reachable(page)].flatMap(namespacesIn));
  const loaded = namespacesOf(id);
  expect([...used].filter((namespace) => !loaded.includes(namespace))).toEqual([]);
});

test("no document has a namespace of the server", () => {
  const serverOnly = filesUnder(["locales/en"], /\.server\.json$/).flatMap((path) =>
    Object.keys(JSON.parse(readFileSync(join(ROOT, path), "utf8"))),
  );
  expect(serverOnly.length).toBeGreaterThan(10);
  const inDocuments = new Set(routes.flatMap(({ id }) => namespacesOf(id)));
  expect(serverOnly.filter((namespace) => inDocuments.has(namespace))).toEqual([]);
});

/** The file and all that it imports. */
function reachable(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const { from, to } of imports) if (from === file) reachable(to, found);
  return found;
}

function namespacesIn(file: string): string[] {
  const calls = source.get(file)?.matchAll(/useTranslation\(([^)]*)\)/g) ?? [];
  return [...calls].flatMap(([, given = ""]) => given.match(/(?<=")[\w-]+(?=")/g) ?? []);
}
