// A process of its own within a build: wrangler bundles the Worker as a deployment does.
/**
 * Bundles the Worker the way a deployment does, and writes down how wrangler reads its
 * configuration, so that starting the app need not load wrangler. Run after the page build.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { SHIPPED } from "./build";
import { ROOT as root } from "./paths";

const { BUILD_DIR: buildDir = SHIPPED.buildDir, WORKER_DIR: outDir = SHIPPED.workerDir } =
  process.env;
const quiet = { WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", CI: "1" };
// Wrangler would run the `[build]` command, which this is a part of.
Object.assign(process.env, quiet, { COMPTOIR_IS_BUILT: "1" });

rmSync(outDir, { recursive: true, force: true });
// Wrangler refuses wrangler.toml while the assets folder that it names is missing, also where
// `--assets` names another.
mkdirSync(join(SHIPPED.buildDir, "client"), { recursive: true });
const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js");
const built = [join(buildDir, "server/index.js"), "--assets", join(buildDir, "client")];
// What is built does not depend on an installation of this checkout.
const tracked = ["--config", "wrangler.toml", "--env="];
const bundling = spawn(
  process.execPath,
  [wrangler, "deploy", ...built, ...tracked, "--dry-run", "--outdir", outDir],
  { cwd: root, stdio: ["ignore", "ignore", "inherit"] },
);
const bundled = once(bundling, "exit");

const require = createRequire(import.meta.url);
const { unstable_getMiniflareWorkerOptions: readOptions } =
  require("wrangler") as typeof import("wrangler");
const { workerOptions } = readOptions(join(root, "wrangler.toml"));
const [code] = await bundled;
if (code !== 0) process.exit(1);
const assetConfig = {
  ...workerOptions.assets?.assetConfig,
  headers: { version: 2, rules: readHeaderRules() },
};
const options = {
  ...workerOptions,
  assets: { ...workerOptions.assets, directory: join(buildDir, "client"), assetConfig },
};
writeFileSync(join(outDir, "local-options.json"), JSON.stringify(options, null, 2));

/** The platform reads `_headers` at upload; here it is read for the local assets server. */
function readHeaderRules(): Record<string, { set: Record<string, string> }> {
  const rules: Record<string, { set: Record<string, string> }> = {};
  let set: Record<string, string> = {};
  for (const line of readFileSync(join(root, "public/_headers"), "utf8").split("\n")) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) continue;
    const colon = text.indexOf(":");
    if (/^\s/.test(line)) set[text.slice(0, colon).toLowerCase()] = text.slice(colon + 1).trim();
    else {
      set = {};
      rules[text] = { set };
    }
  }
  return rules;
}
