/**
 * Builds from scratch, applies the pending migrations, and deploys with wrangler; `--dry-run` stops
 * before the migrations. Refuses migrations that the deployed version could not go on with, and nodes of
 * another chain where it can read which are used: from the environment, or `[vars]` of wrangler.toml.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CLUSTERS } from "../app/lib/cluster";
import { buildIfChanged, SHIPPED } from "./run/build";
import { runCommand, StartFailure } from "./run/failure";
import { ROOT } from "./run/paths";
import { assertCluster } from "./run/rpc";
import { missingOperatorSettings } from "./run/settings";
import { migrateRemote, reindexRemote } from "./run/upgrade";

/** A setting of the Worker that is no secret. */
function setting(name: string): string {
  const written = new RegExp(`^${name}\\s*=\\s*"(.*)"`, "m");
  const [, value = ""] = written.exec(readFileSync(join(ROOT, "wrangler.toml"), "utf8")) ?? [];
  return process.env[name] || value;
}

/** The build was just made: wrangler need not ask for it. */
const WRANGLER_ENV = { WRANGLER_SEND_METRICS: "false", COMPTOIR_IS_BUILT: "1" };

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
  const args = process.argv.slice(2);
  if (!args.includes("--dry-run")) {
    const applied = await migrateRemote();
    console.log(applied.length > 0 ? `Applied ${applied.join(", ")}` : "No migration is pending.");
  }
  const wrangler = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
  const { status } = spawnSync(process.execPath, [wrangler, "deploy", "--minify", ...args], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...WRANGLER_ENV },
  });
  if (status !== 0) throw new StartFailure("The deployment failed: see above.");
  if (!args.includes("--dry-run")) await reindexRemote();
});
