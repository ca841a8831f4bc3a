import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { SHIPPED } from "../../dev/run/build";

const CLIENT = join(SHIPPED.buildDir, "client");

/** A module and the chunks that it imports, as paths of URLs. */
export interface Chunks {
  module: string;
  imports?: string[];
}
interface Manifest {
  entry: Chunks;
  routes: Record<string, Chunks & { parentId?: string }>;
}

/** The manifest that the server build names; `build/client` can have those of earlier builds. */
export function readManifest(): Manifest {
  const server = readdirSync(join(SHIPPED.buildDir, "server"))
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(SHIPPED.buildDir, "server", name), "utf8"))
    .join("\n");
  const [, name = ""] = /\/assets\/(manifest-\w+\.js)/.exec(server) ?? [];
  const text = readFileSync(join(CLIENT, "assets", name), "utf8");
  return JSON.parse(text.slice(text.indexOf("{")).replace(/;\s*$/, ""));
}

/** Paths of these parts' modules and of all that they import. */
export function chunksOf(...parts: (Chunks | undefined)[]): Set<string> {
  return new Set(parts.flatMap((part) => (part ? [part.module, ...(part.imports ?? [])] : [])));
}

/** What the document of a route loads: the entry, the route and those around it. */
export function documentChunks(manifest: Manifest, routeId: string): Set<string> {
  const parts: Chunks[] = [manifest.entry];
  for (let id: string | undefined = routeId; id; id = manifest.routes[id]?.parentId) {
    const route = manifest.routes[id];
    if (route) parts.push(route);
  }
  return chunksOf(...parts);
}

/** Bytes of these chunks, each by itself in gzip. */
export function gzipBytes(chunks: Iterable<string>): number {
  return [...chunks].reduce((sum, path) => sum + gzipSync(readFileSync(CLIENT + path)).length, 0);
}
