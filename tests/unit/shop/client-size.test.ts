import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { buildIfChanged } from "../../../dev/run/build";
import { SHIPPED } from "../../../dev/run/build-target";

/** Gzip, beyond the chunks that the shop shares with the purchase page. */
const MAX_SHOP_BYTES = 15 * 1024;
/** Time for a build (ms), where no other test has made one. */
const BUILD_MS = 300_000;
const CLIENT = join(SHIPPED.buildDir, "client");

interface Chunks {
  module: string;
  imports: string[];
}
interface Manifest {
  entry: Chunks;
  routes: Record<string, Chunks>;
}

beforeAll(async () => {
  await buildIfChanged();
}, BUILD_MS);

/** The manifest that the server build names; `build/client` can have those of earlier builds. */
function readManifest(): Manifest {
  const server = readdirSync(join(SHIPPED.buildDir, "server"))
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(SHIPPED.buildDir, "server", name), "utf8"))
    .join("\n");
  const [, name = ""] = /\/assets\/(manifest-\w+\.js)/.exec(server) ?? [];
  const text = readFileSync(join(CLIENT, "assets", name), "utf8");
  return JSON.parse(text.slice(text.indexOf("{")).replace(/;\s*$/, ""));
}

function gzipBytes(paths: Iterable<string>): number {
  return [...paths].reduce((sum, path) => sum + gzipSync(readFileSync(CLIENT + path)).length, 0);
}

test("the shop's own client code is at most 15 KB beyond what the purchase page loads", () => {
  const { entry, routes } = readManifest();
  const chunksOf = (...parts: (Chunks | undefined)[]) =>
    new Set(parts.flatMap((part) => (part ? [part.module, ...part.imports] : [])));
  const shared = chunksOf(entry, routes.root, routes.buy);
  const own = [...chunksOf(routes.shop)].filter((path) => !shared.has(path));
  expect(own.some((path) => path.includes("/shop-"))).toBe(true);
  expect(gzipBytes(own)).toBeGreaterThan(3 * 1024);
  expect(gzipBytes(own)).toBeLessThan(MAX_SHOP_BYTES);
  // The chunks that are not counted are those of a page that ships React.
  expect(gzipBytes(shared)).toBeGreaterThan(80 * 1024);
});
