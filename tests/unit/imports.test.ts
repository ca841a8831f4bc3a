import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** Who may import whom. A room that is not a key here may not exist. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  "app/root": ["app/http", "app/components", "app/domain"],
  "app/entry": ["app/http", "app/components", "app/domain"],
  "app/routes.ts": [],
  "app/routes": ["app/http", "app/use-cases", "app/components", "app/wallet", "app/domain"],
  "app/http": ["app/use-cases", "app/ports", "app/domain", "locales"],
  "app/use-cases": ["app/ports", "app/domain"],
  "app/components": ["app/domain"],
  "app/wallet": ["app/domain"],
  "app/ports": ["app/domain"],
  "app/domain": [],
  db: ["app/ports", "app/domain"],
  workers: ["app", "db", "build"],
  dev: ["*"],
  tests: ["*"],
  bench: ["*"],
  locales: [],
};

/** Styles and type declarations are nobody's room. */
const FREE = /\.css(\?url)?$|^app\/types\//;

test("every import follows the rules of the house", () => {
  const wrong: string[] = [];
  for (const file of sources()) {
    const from = roomOf(file);
    for (const target of importsOf(file)) {
      if (FREE.test(target)) continue;
      const to = roomOf(target);
      if (!allowed(from, to)) wrong.push(`${file} (${from}) -> ${target} (${to})`);
    }
  }
  expect(wrong).toEqual([]);
});

test("a forbidden edge is noticed", () => {
  expect(allowed("app/domain", "app/use-cases")).toBe(false);
  expect(allowed("app/routes", "db")).toBe(false);
  expect(allowed("app/use-cases", "workers")).toBe(false);
  expect(allowed("db", "app/use-cases")).toBe(false);
  expect(allowed("nowhere", "app/domain")).toBe(false);
});

test("no file of the app imports itself through others", () => {
  const known = new Map(sources().map((file) => [file.replace(/\.tsx?$/, ""), file]));
  const graph = new Map(
    sources().map((file) => [file, importsOf(file, true).map((path) => known.get(path) ?? path)]),
  );
  const circle = findCircle(graph);
  expect(circle).toEqual([]);
});

function allowed(from: string, to: string): boolean {
  const rule = MAY_IMPORT[from];
  if (!rule) return false;
  if (from === to || rule.includes("*")) return true;
  return rule.some((room) => to === room || (room === "app" && to.startsWith("app/")));
}

function roomOf(path: string): string {
  if (/^app\/root\./.test(path)) return "app/root";
  if (/^app\/entry\./.test(path)) return "app/entry";
  if (/^app\/routes\.ts$/.test(path)) return "app/routes.ts";
  if (/^app\/ports(\.ts)?$/.test(path)) return "app/ports";
  const [top = "", second = ""] = path.split("/");
  return top === "app" ? `app/${second}` : top;
}

function sources(): string[] {
  return ["app", "db", "workers"].flatMap((folder) => walk(join(root, folder)));
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return walk(path);
    return /\.tsx?$/.test(entry.name) ? [relative(root, path)] : [];
  });
}

/** `values` leaves out `import type`, which is gone at run time. */
function importsOf(file: string, values = false): string[] {
  const source = readFileSync(join(root, file), "utf8");
  const text = values ? source.replace(/(?:import|export) type [^;]*;/g, "") : source;
  const found = [
    ...text.matchAll(/(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"']+|~\/[^"']+)["']/g),
  ].map((match) => match[1] ?? "");
  return found.map((target) =>
    target.startsWith("~/")
      ? `app/${target.slice(2)}`
      : relative(root, resolve(root, dirname(file), target)),
  );
}

function findCircle(graph: Map<string, string[]>): string[] {
  const done = new Set<string>();
  const visit = (node: string, trail: string[]): string[] => {
    const at = trail.indexOf(node);
    if (at >= 0) return [...trail.slice(at), node];
    if (done.has(node)) return [];
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next, [...trail, node]);
      if (circle.length > 0) return circle;
    }
    done.add(node);
    return [];
  };
  for (const node of graph.keys()) {
    const circle = visit(node, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
