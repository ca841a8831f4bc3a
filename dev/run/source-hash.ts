import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The sources of the built Worker and its assets. */
export const BUILD_SOURCES = [
  "app",
  "db",
  "workers",
  "locales",
  "migrations/meta/_journal.json",
  "public",
  "dev/run/build-worker.ts",
  "dev/run/licences",
  "dev/run/third-party-notices.ts",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "wrangler.toml",
];

/** SHA-256 over names and contents of the sources, and `more` of them, under `root`. */
export function sourceHash(root: string, more: readonly string[] = []): string {
  const hash = createHash("sha256");
  for (const path of [...BUILD_SOURCES, ...more].flatMap((source) => filesUnder(root, source))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesUnder(root: string, path: string): string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(root, join(path, name)));
}
