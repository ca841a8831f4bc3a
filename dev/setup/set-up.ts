// The steps of setup on the account. Each one looks first, so that a run after a failure goes on where it stopped.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunWrangler } from "../backup/database";
import { StartFailure } from "../run/failure";
import type { Answered } from "./answers";
import { secretsOf } from "./deploy-worker";
import { type EnvironmentName, saveEnvironment, saveSecrets } from "./installation";
import { missingSettings, SETTINGS } from "./settings";
import { customDomainOf, renewConfiguration } from "./wrangler-config";

/** What the account has of this installation. */
export interface Found {
  /** Id of the database of that name; null where there is none. */
  databaseId: string | null;
  hasBucket: boolean;
  /** Names of the secrets of the Worker of that name. */
  secrets: readonly string[];
}

export interface SetupPorts {
  /** Where the files of the installation are. */
  folder: string;
  /** Wrangler on the configuration of this environment. */
  run: RunWrangler;
  /** Migrations and upload; resolves with the addresses of the Worker. */
  deploy(): Promise<string[]>;
}

/** Looks what the account has; changes nothing. */
export async function lookAtAccount({ environment }: Answered, run: RunWrangler): Promise<Found> {
  const { worker, database, bucket } = environment;
  const databases: { name: string; uuid: string }[] = JSON.parse(
    await run(["d1", "list", "--json"]),
  );
  const buckets = await run(["r2", "bucket", "list"]);
  return {
    databaseId: databases.find(({ name }) => name === database.name)?.uuid ?? null,
    hasBucket: [...buckets.matchAll(/^name:\s+(\S+)$/gm)].some(([, name]) => name === bucket),
    secrets: await secretsOf(run, ["--name", worker]),
  };
}

/** Secrets to put into the Worker: what it lacks, and what changed, except what is made once. */
function secretsToPut({ secrets }: Answered, found: Found): [string, string][] {
  return Object.entries(secrets.values).filter(([name]) => {
    if (!found.secrets.includes(name)) return true;
    const isMade = SETTINGS.some((setting) => setting.name === name && setting.make);
    return secrets.pending.includes(name) && !isMade;
  });
}

/** What setup will do, a line each. */
export function planOf(answered: Answered, found: Found): string[] {
  const { environment, secrets } = answered;
  const { worker, database, bucket, vars } = environment;
  const put = secretsToPut(answered, found).map(([name]) => name);
  const kept = found.secrets.filter((name) => !put.includes(name));
  const domain = customDomainOf(vars.APP_ORIGIN ?? "");
  const missing = missingSettings({ ...vars, ...secrets.values }, found.secrets);
  return [
    `D1 database ${database.name}: ${found.databaseId ? `used as it is (${found.databaseId})` : "created"}`,
    `R2 bucket ${bucket}: ${found.hasBucket ? "used as it is" : "created"}`,
    ...(put.length > 0 ? [`Secrets put into the Worker ${worker}: ${put.join(", ")}`] : []),
    ...(kept.length > 0 ? [`Secrets left as they are: ${kept.join(", ")}`] : []),
    "Migrations: those that are pending are applied to the database",
    `Worker ${worker}: built and uploaded, with a cron of each minute`,
    ...(domain ? [`Custom domain ${domain}: points at the Worker`] : []),
    ...Object.entries(vars).map(([name, value]) => `  ${name} = ${value}`),
    ...(missing.length > 0
      ? [`Still missing: ${missing.join(", ")}. Until they are set, the Worker answers 503`]
      : []),
  ];
}

/**
 * Does what the plan says. Returns the addresses at which the Worker answers.
 *
 * @throws StartFailure of the step that fails; a second run goes on from there
 */
export async function setUp(
  name: EnvironmentName,
  answered: Answered,
  found: Found,
  { folder, run, deploy }: SetupPorts,
): Promise<string[]> {
  const { environment, secrets } = answered;
  const { database, bucket } = environment;
  const id = found.databaseId ?? (await createDatabase(database.name, run));
  saveEnvironment(folder, name, { ...environment, database: { ...database, id } });
  if (!found.hasBucket) await createBucket(bucket, run);
  renewConfiguration(folder);
  const put = secretsToPut(answered, found);
  if (put.length > 0) await putSecrets(put, run);
  saveSecrets(folder, name, { ...secrets, pending: [] });
  return deploy();
}

async function createDatabase(name: string, run: RunWrangler): Promise<string> {
  const printed = await run(["d1", "create", name, "--update-config=false"]);
  const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(printed)?.[0];
  if (!id) throw new StartFailure(`wrangler d1 create printed no id:\n${printed}`);
  console.log(`Created the database ${name}.`);
  return id;
}

async function createBucket(name: string, run: RunWrangler): Promise<void> {
  try {
    await run(["r2", "bucket", "create", name, "--update-config=false"]);
    console.log(`Created the bucket ${name}.`);
  } catch (error) {
    // The list of buckets that was asked is only its first page.
    if (error instanceof StartFailure && /you own it|code: 10004/.test(error.message)) return;
    throw error;
  }
}

async function putSecrets(secrets: [string, string][], run: RunWrangler): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "comptoir-secrets-"));
  try {
    const file = join(folder, "secrets.json");
    writeFileSync(file, JSON.stringify(Object.fromEntries(secrets)), { mode: 0o600 });
    await run(["secret", "bulk", file]);
    console.log(`Put ${secrets.map(([name]) => name).join(", ")}.`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
