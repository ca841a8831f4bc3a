// What a person, a file or the environment says of an installation.
import type { Unstable_RawConfig as RawConfig } from "wrangler";
import type { Cluster } from "../../app/lib/cluster";
import { StartFailure } from "../run/failure";
import { assertCluster } from "../run/rpc";
import type { Environment, EnvironmentName, Secrets } from "./installation";
import { isAccepted, SETTINGS, type Setting, type Values } from "./settings";

/** Asks a person for a line; resolves with the proposal where the line is empty. */
export type Ask = (question: string, proposal: string) => Promise<string>;

/** Answers beside the settings of the Worker, by the names that a file or the environment gives them. */
const NAMES = {
  WORKER_NAME: /^[a-z0-9]([a-z0-9-]{0,52}[a-z0-9])?$/,
  DATABASE_NAME: /^[a-zA-Z0-9][\w-]{0,62}$/,
  BUCKET_NAME: /^[a-z0-9]([a-z0-9-]{1,61}[a-z0-9])$/,
} as const;

/** How many rejected lines a question takes before setup gives up: an input that has ended gives empty ones. */
const MAX_TRIES = 20;

export interface Known {
  name: EnvironmentName;
  tracked: RawConfig;
  /** From an earlier run. */
  environment: Environment | undefined;
  secrets: Secrets;
  /** Of a file; they come before all others. */
  answers: Values;
  env: NodeJS.ProcessEnv;
}

export interface Answered {
  environment: Environment;
  secrets: Secrets;
}

/**
 * Environment and secrets of an installation: what was answered, else what is in the environment, else what an earlier
 * run recorded, else the default. With `ask`, a person confirms or changes each setting that has a question. Secrets
 * that nobody gives are made; those that changed are pending.
 *
 * @throws StartFailure that names every answer at fault
 */
export async function collectAnswers(known: Known, ask: Ask | null): Promise<Answered> {
  assertNamesKnown(known.answers);
  const recorded: Values = { ...known.environment?.vars, ...known.secrets.values };
  const given: Values = {};
  const wrong: string[] = [];
  const take = async (setting: Setting, proposal: string) => {
    const { name, description } = setting;
    const isAsked = typeof setting.ask === "function" ? setting.ask(given) : setting.ask === true;
    const accepts = (text: string) => text === "" || isAccepted(name, text);
    const value =
      ask && isAsked ? await askFor(ask, name, description, proposal, accepts) : proposal;
    if (!accepts(value)) wrong.push(`  ${name}: ${description}`);
    if (value) given[name] = value;
  };
  const names = await takeNames(known, ask, wrong);
  for (const setting of SETTINGS) {
    const { name, initial = "", make } = setting;
    const proposal = known.answers[name] ?? (known.env[name] || recorded[name]) ?? "";
    const cluster = name === "SOLANA_CLUSTER" ? trackedCluster(known) : undefined;
    await take(setting, proposal.trim() || cluster || initial || (make?.() ?? ""));
  }
  if (wrong.length > 0) throw new StartFailure(`Answers to correct:\n${wrong.join("\n")}`);
  if (given.APP_ORIGIN) given.APP_ORIGIN = new URL(given.APP_ORIGIN).origin;
  assertAddress(names.worker, given.APP_ORIGIN ?? "", given.SOLANA_CLUSTER);
  return split(known, names, given);
}

function assertNamesKnown(answers: Values): void {
  const names = new Set<string>([...SETTINGS.map(({ name }) => name), ...Object.keys(NAMES)]);
  const unknown = Object.keys(answers).filter((name) => !names.has(name));
  if (unknown.length > 0) throw new StartFailure(`No such settings: ${unknown.join(", ")}`);
}

const trackedOf = ({ name, tracked }: Known) =>
  name === "production" ? tracked : (tracked.env?.[name] ?? {});

function trackedCluster(known: Known): string | undefined {
  const value = trackedOf(known).vars?.SOLANA_CLUSTER;
  return typeof value === "string" ? value : undefined;
}

async function askFor(
  ask: Ask,
  name: string,
  description: string,
  proposal: string,
  accepts: (text: string) => boolean,
): Promise<string> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const value = (await ask(`\n${name}\n  ${description}`, proposal)).trim();
    // A dash empties a setting: an empty line takes the proposal.
    const text = value === "-" ? "" : value;
    if (accepts(text)) return text;
    console.log(`  ${name} can't be that.`);
  }
  throw new StartFailure(`${name} has no answer.`);
}

async function takeNames(known: Known, ask: Ask | null, wrong: string[]) {
  const { answers, env, environment, name } = known;
  const choose = (key: keyof typeof NAMES, fallback: string) =>
    answers[key] ?? (env[key] || fallback);
  const base = known.tracked.name ?? "comptoir";
  const proposed = environment?.worker ?? (name === "production" ? base : `${base}-${name}`);
  const proposal = choose("WORKER_NAME", proposed);
  const isName = (text: string) => NAMES.WORKER_NAME.test(text);
  const description = "Name of the Worker, in small letters, digits and hyphens.";
  const worker = ask ? await askFor(ask, "WORKER_NAME", description, proposal, isName) : proposal;
  const names = {
    worker,
    database: choose("DATABASE_NAME", environment?.database.name ?? worker),
    bucket: choose("BUCKET_NAME", environment?.bucket ?? `${worker}-files`),
  };
  if (!isName(names.worker)) wrong.push(`  WORKER_NAME: ${description}`);
  if (!NAMES.DATABASE_NAME.test(names.database))
    wrong.push("  DATABASE_NAME: letters, digits, hyphens.");
  if (!NAMES.BUCKET_NAME.test(names.bucket))
    wrong.push("  BUCKET_NAME: small letters, digits, hyphens.");
  return names;
}

/** @throws StartFailure where the Worker would not answer at the address that it takes for its own */
function assertAddress(worker: string, origin: string, cluster: string | undefined): void {
  if (!origin) return;
  const { protocol, host } = new URL(origin);
  if (protocol !== "https:" && cluster !== "localnet") {
    throw new StartFailure(`APP_ORIGIN has to start with https:// (${origin}).`);
  }
  if (host.endsWith(".workers.dev") && !host.startsWith(`${worker}.`)) {
    throw new StartFailure(
      `APP_ORIGIN is ${origin}, but the Worker ${worker} answers at https://${worker}.<your subdomain>.workers.dev.`,
    );
  }
}

function split(
  known: Known,
  names: { worker: string; database: string; bucket: string },
  given: Values,
): Answered {
  const { environment, secrets } = known;
  const isSecret = ([name]: [string, string]) =>
    SETTINGS.some((setting) => setting.name === name && setting.secret);
  const entries = Object.entries(given);
  const values = Object.fromEntries(entries.filter(isSecret));
  const changed = Object.keys(values).filter((name) => values[name] !== secrets.values[name]);
  const isSameDatabase = environment?.database.name === names.database;
  return {
    environment: {
      worker: names.worker,
      ...(environment?.account && { account: environment.account }),
      database: {
        name: names.database,
        ...(isSameDatabase && environment.database.id && { id: environment.database.id }),
      },
      bucket: names.bucket,
      vars: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    },
    secrets: { values, pending: [...new Set([...secrets.pending, ...changed])] },
  };
}

/** Asks the nodes which chain they are of. @throws StartFailure where one is of another */
export async function assertNodesOf({ environment, secrets }: Answered): Promise<void> {
  const urls = (secrets.values.SOLANA_RPC_URLS ?? "").split(",").filter(Boolean);
  const cluster = environment.vars.SOLANA_CLUSTER as Cluster | undefined;
  if (cluster && urls.length > 0) await assertCluster({ cluster, urls });
}
