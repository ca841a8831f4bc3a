import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { filesUnder, ROOT, readText } from "../../support/sources";

const FOLDERS = ["app", "bench", "db", "dev", "docs", "locales", "migrations", "tests", "workers"];
const PATH = new RegExp(`(?<![\\w./:@~-])(?:${FOLDERS.join("|")})/[\\w./*{},$-]*[\\w*}]`, "g");
const LINK = /\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g;
const COMMENT = /(?:^|\s)(?:\/\/|\/\*|\*).*$/gm;

/** The changelog tells of files as they were. */
const pages = [
  ...filesUnder(["docs", "dev", "tests", "bench"], /\.md$/),
  ...readdirSync(ROOT).filter((name) => name.endsWith(".md") && name !== "CHANGELOG.md"),
];
const sources = filesUnder(["app", "bench", "db", "dev", "tests", "workers"], /\.(tsx?|mjs)$/);
/** Folders that a command makes. */
const MADE = ["bench/results"];
const MAX_WORDS = 500;
const files = filesUnder(FOLDERS, /./);
const text = (path: string) => readText(path);

test("every path in the documents exists", () => {
  expect(pages.flatMap((page) => missingIn(text(page)).map((path) => `${page}: ${path}`))).toEqual(
    [],
  );
});

test("every local link in the documents leads to a file", () => {
  const broken = pages.flatMap((page) =>
    linksIn(text(page))
      .filter((link) => !existsSync(join(ROOT, dirname(page), link)))
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("every path in a comment exists", () => {
  const missing = sources.flatMap((source) => {
    const comments = (text(source).match(COMMENT) ?? []).join("\n");
    return missingIn(comments).map((path) => `${source}: ${path}`);
  });
  expect(missing).toEqual([]);
});

const decisions = pages.filter((page) => page.startsWith("docs/decisions/"));

test("a decision has a number of its own, which its title says", () => {
  const numbers = decisions.map((page) => /\/(\d{3})-/.exec(page)?.[1]);
  expect(new Set(numbers).size).toBe(numbers.length);
  const titles = decisions.map((page) => /^# (\d{3}):? /.exec(text(page))?.[1]);
  expect(titles).toEqual(numbers);
});

test("a decision is at most a page", () => {
  const words = decisions.map((page) => [page, text(page).trim().split(/\s+/).length] as const);
  expect(words.length).toBeGreaterThan(40);
  expect(words.filter(([, count]) => count > MAX_WORDS)).toEqual([]);
});

test("paths are found with globs and lists, and not in addresses or imports", () => {
  expect(missingIn("see `app/nothing.ts`, `app/http/*.tsxx` and db/{client,none}.ts.")).toEqual([
    "app/nothing.ts",
    "app/http/*.tsxx",
    "db/none.ts",
  ]);
  expect(missingIn("`app/http/access.ts`, `tests/unit/*/`, `../app/x.ts`, `~/app/x`")).toEqual([]);
  expect(linksIn("[a](b.md#c) [d](https://e.example/f) [g](#h)")).toEqual(["b.md"]);
});

/** Paths without a file or folder; `*` stands for any part, `{a,b}` for one of them, `{name}` for any. */
function missingIn(words: string): string[] {
  return (words.match(PATH) ?? [])
    .flatMap(alternatives)
    .filter((path) => !MADE.includes(path) && !exists(path));
}

function exists(path: string): boolean {
  if (!path.includes("*")) return existsSync(join(ROOT, path));
  const literal = (part: string) => part.replace(/[.$]/g, "\\$&");
  const pattern = new RegExp(`^${path.split(/\*+/).map(literal).join(".*")}`);
  return files.some((file) => pattern.test(file));
}

function alternatives(path: string): string[] {
  const [, before, list, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  if (list === undefined) return [path];
  if (!list.includes(",")) return alternatives(`${before}*${after}`);
  return list.split(",").flatMap((one) => alternatives(`${before}${one}${after}`));
}

function linksIn(markdown: string): string[] {
  return [...markdown.matchAll(LINK)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^\w+:/.test(target));
}
