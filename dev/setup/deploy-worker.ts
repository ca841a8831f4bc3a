// One deployment, by `npm run deploy` and as the last step of setup.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLUSTERS } from "../../app/lib/cluster";
import { type RunWrangler, runWrangler } from "../backup/database";
import { buildIfChanged } from "../run/build";
import { StartFailure } from "../run/failure";
import { ROOT } from "../run/paths";
import { assertCluster } from "../run/rpc";
import { missingOperatorSettings } from "../run/settings";
import { migrateRemote, reindexRemote } from "../run/upgrade";
import { type EnvironmentName, knownSettings, readInstallation } from "./installation";
import { missingSettings, SETTINGS, type Values } from "./settings";
import { readTrackedConfig, renewConfiguration } from "./wrangler-config";

/** The build was just made: wrangler need not ask for it. Its banner would ask for newer versions. */
const WRANGLER_ENV = {
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  COMPTOIR_IS_BUILT: "1",
};

/** The argument that names an environment: the top level is production. */
const environmentArgument = (name: EnvironmentName) => `--env=${name === "production" ? "" : name}`;

/** Wrangler's commands on one environment of the configuration. */
export function wranglerFor(name: EnvironmentName): RunWrangler {
  return (args) => runWrangler([...args, environmentArgument(name)]);
}

/**
 * Builds, applies the pending migrations by the name of the binding, uploads the Worker, and writes the search index
 * again where it is not that of this version. Returns the addresses at which wrangler says it answers. `dryRun` stops
 * before the migrations.
 *
 * @throws StartFailure where nodes are of another chain, a migration does more than add, or wrangler fails
 */
export async function deployWorker(
  name: EnvironmentName,
  { dryRun = false, args = [] }: { dryRun?: boolean; args?: readonly string[] } = {},
): Promise<string[]> {
  const installation = readInstallation(ROOT);
  if (Object.keys(installation).length > 0 && !installation[name]) {
    throw new StartFailure(`${name} is not set up: npm run setup -- --env ${name}`);
  }
  renewConfiguration(ROOT);
  const run = wranglerFor(name);
  const known = settingsKnownHere(name);
  await assertNodes(known);
  await reportMissing(known, dryRun ? null : run);
  await buildIfChanged({ isClean: true });
  if (!dryRun) {
    const applied = await migrateRemote(run);
    console.log(applied.length > 0 ? `Applied ${applied.join(", ")}` : "No migration is pending.");
  }
  const addresses = upload([
    ...["deploy", "--minify", environmentArgument(name)],
    ...(dryRun ? ["--dry-run"] : []),
    ...args,
  ]);
  if (!dryRun) await reindexRemote(run);
  return addresses;
}

/** Settings from the environment, else the installation's, else the variables of wrangler.toml. */
function settingsKnownHere(name: EnvironmentName): Values {
  const tracked = readTrackedConfig(ROOT);
  const { vars = {} } = name === "production" ? tracked : (tracked.env?.[name] ?? {});
  const fromEnv = SETTINGS.flatMap((one) => {
    const value = process.env[one.name];
    return value ? [[one.name, value]] : [];
  });
  return { ...(vars as Values), ...knownSettings(ROOT, name), ...Object.fromEntries(fromEnv) };
}

async function assertNodes(known: Values): Promise<void> {
  const cluster = CLUSTERS.find((one) => one === known.SOLANA_CLUSTER);
  const urls = (known.SOLANA_RPC_URLS ?? "").split(",").filter(Boolean);
  if (cluster && urls.length > 0) await assertCluster({ cluster, urls });
  else console.log("The nodes are not known here: ask /health for them afterwards.");
}

/** Names each missing setting once. @param run asks for the secrets that the Worker has; null where nobody is asked */
async function reportMissing(known: Values, run: RunWrangler | null): Promise<void> {
  const unknown = missingSettings(known);
  const secrets = unknown.length > 0 && run ? await secretsOf(run) : [];
  const missing = missingSettings(known, secrets);
  if (missing.length > 0) {
    const where = run ? "" : " here (the Worker may have secrets of these names)";
    console.log(
      `Missing or malformed${where}: ${missing.join(", ")}. Until they are set, the Worker answers 503.`,
    );
  }
  const operator = missingOperatorSettings((one) => known[one]);
  if (operator) console.log(`${operator} (known here)`);
}

/** Names of the secrets that the deployed Worker has; none where there is no Worker. */
export async function secretsOf(run: RunWrangler, args: readonly string[] = []): Promise<string[]> {
  try {
    const list: { name: string }[] = JSON.parse(await run(["secret", "list", ...args]));
    return list.map(({ name }) => name);
  } catch (error) {
    if (error instanceof StartFailure && /Worker ".*" .*not found/s.test(error.message)) return [];
    throw error;
  }
}

/** Runs `wrangler deploy` in sight. Returns the addresses that it reports. */
function upload(command: readonly string[]): string[] {
  const wrangler = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
  const folder = mkdtempSync(join(tmpdir(), "comptoir-deploy-"));
  const report = join(folder, "report.ndjson");
  try {
    const { status } = spawnSync(process.execPath, [wrangler, ...command], {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, ...WRANGLER_ENV, WRANGLER_OUTPUT_FILE_PATH: report },
    });
    if (status !== 0) throw new StartFailure("The deployment failed: see above.");
    const entries: { type: string; targets?: string[] }[] = readFileSync(report, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    return entries.find(({ type }) => type === "deploy")?.targets ?? [];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
