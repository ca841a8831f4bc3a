import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runBuildStep } from "../../../dev/run/build";
import { ROOT } from "../../../dev/run/paths";
import type { Baseline } from "./servers";

const SOURCE = join(ROOT, "bench/support/stock-app");

/**
 * Builds the stock app as its template does: Vite with Remix's plugin, then wrangler. `pages` are the
 * elements of its pages of a member, as HTML by name.
 *
 * @throws StartFailure with the output of a step that fails
 */
export async function buildStockApp(pages: Readonly<Record<string, string>>): Promise<Baseline> {
  const folder = join(ROOT, ".cache", "stock-app");
  rmSync(folder, { recursive: true, force: true });
  const [literalPages, buildDir, workerDir] = ["pages", "build", "worker"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  mkdirSync(literalPages, { recursive: true });
  for (const [name, html] of Object.entries(pages)) {
    writeFileSync(join(literalPages, `${name}.html`), html);
  }
  const remix = join(ROOT, "node_modules/@remix-run/dev/dist/cli.js");
  await runBuildStep(
    [remix, "vite:build", "--logLevel", "warn"],
    { NODE_ENV: "production", LITERAL_PAGES_DIR: literalPages, BUILD_DIR: buildDir },
    SOURCE,
  );
  const wrangler = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
  for (const name of ["server.ts", "wrangler.toml"]) {
    copyFileSync(join(SOURCE, name), join(folder, name));
  }
  await runBuildStep(
    [wrangler, "deploy", "--dry-run", "--outdir", workerDir],
    {
      NODE_ENV: "production",
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_HIDE_BANNER: "true",
      CI: "1",
    },
    folder,
  );
  const module = { type: "ESModule" as const, path: join(workerDir, "server.js") };
  return {
    code: { modules: [module], modulesRoot: workerDir },
    assets: join(buildDir, "client"),
  };
}

export async function readPage(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { headers, redirect: "manual" });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.text();
}

/** What stands in the `<main>` of a page, without script. */
export function mainOf(html: string): string {
  const [, main] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
  if (main === undefined) throw new Error("A rendered page has no <main>");
  return main.replace(/<script[\s\S]*?<\/script>/g, "");
}
