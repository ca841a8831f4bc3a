/**
 * Builds from scratch and deploys with wrangler; `--dry-run` stops before the upload. Refuses nodes of
 * another chain where it can read which are used: from the environment, or `[vars]` of wrangler.toml.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CLUSTERS } from "../app/lib/cluster";
import { buildIfChanged } from "./run/build";
import { SHIPPED } from "./run/build-target";
import { runCommand, StartFailure } from "./run/failure";
import { assertCluster } from "./run/genesis";
import { ROOT } from "./run/paths";
import { missingOperatorSettings } from "./run/settings";

/** A setting of the Worker that is no secret. */
function setting(name: string): string {
  const written = new RegExp(`^${name}\\s*=\\s*"(.*)"`, "m");
  const [, value = ""] = written.exec(readFileSync(join(ROOT, "wrangler.toml"), "utf8")) ?? [];
  return process.env[name] || value;
}

await runCommand(async () => {
  const cluster = CLUSTERS.find((name) => name === setting("SOLANA_CLUSTER"));
  const urls = setting("SOLANA_RPC_URLS").split(",").filter(Boolean);
  if (cluster && urls.length > 0) await assertCluster({ cluster, urls });
  else console.log("SOLANA_RPC_URLS is not known here: ask /health for the nodes afterwards.");
  const missing = missingOperatorSettings(setting);
  if (missing) console.log(`${missing} (known here)`);
  for (const folder of [SHIPPED.buildDir, SHIPPED.workerDir]) {
    rmSync(folder, { recursive: true, force: true });
  }
  await buildIfChanged();
  const wrangler = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
  const { status } = spawnSync(
    process.execPath,
    [wrangler, "deploy", "--minify", ...process.argv.slice(2)],
    { cwd: ROOT, stdio: "inherit", env: { ...process.env, WRANGLER_SEND_METRICS: "false" } },
  );
  if (status !== 0) throw new StartFailure("The deployment failed: see above.");
});
