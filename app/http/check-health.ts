import type { Clock, Settings } from "../lib/ports";
import { type Chain, type NodeHealth, QUORUM_NODES } from "../solana/chain";
import { mayRemain } from "../solana/rent";
import { type CronRun, readCronRun } from "./cron-record";
import { isDown, type Outages, readOutages, type StoredText } from "./node-outages";

export interface HealthDeps {
  settings: Pick<Settings, "cluster" | "platformWallet">;
  clock: Clock;
  products: { byId(id: string): Promise<unknown> };
  files: { head(key: string): Promise<unknown> };
  /** Keys of the oldest and the newest files on sale. */
  protectedFiles: { samplePaths(fromEachEnd: number): Promise<string[]> };
  chain: Pick<Chain, "accounts" | "nodes" | "rentMinimum">;
  sweepProgress: Pick<StoredText, "read">;
  unmatchedPayments: { countUnresolved(): Promise<number> };
  /** Migrations that this version needs and the database does not have. */
  migrations: { missing(): Promise<string[]> };
  searchIndex: { isInStep(): Promise<boolean> };
  rates: { warnings(): Promise<string[]> };
}

export interface Health {
  ok: boolean;
  cluster: Settings["cluster"];
  checks: {
    database: boolean;
    bucket: boolean;
    rpc: boolean;
    genesis: boolean;
    platformWallet: boolean;
    schema: boolean;
    cron: boolean;
    index: boolean;
  };
  /** What the operator alone is told; hosts of nodes without their keys. */
  warnings: string[];
}

/** Time for which too few nodes may answer: most outages are shorter, and payments only wait. */
const MAX_OUTAGE_MS = 2 * 60_000;
/** It fires each minute. A run can take one, and the platform may skip some while it moves the cron. */
const MAX_CRON_AGE_MS = 5 * 60_000;

/** Files that are looked up from each end: a restored database is without its bucket, or with an old copy. */
const SAMPLED_FILES = 2;

/** Checks each part that a sale needs. Payments fail while the platform wallet is not rent-exempt. */
export async function checkHealth(deps: HealthDeps): Promise<Health> {
  const { settings, clock, sweepProgress, chain } = deps;
  const [database, bucket, files, balance, nodes, outages, unmatched, missing, cron, index, rates] =
    await Promise.all([
      answers(() => deps.products.byId("health")),
      answers(() => deps.files.head("health")),
      lookUpFiles(deps).catch(() => ({ sampled: 0, missing: 0 })),
      chain.accounts([settings.platformWallet]).catch(() => null),
      chain.nodes(),
      readOutages(sweepProgress).catch((): Outages => ({})),
      deps.unmatchedPayments.countUnresolved().catch(() => 0),
      deps.migrations.missing().catch(() => null),
      readCronRun(sweepProgress).catch(() => null),
      deps.searchIndex.isInStep().catch(() => false),
      deps.rates.warnings().catch(() => []),
    ]);
  const lamports = balance?.[0]?.lamports ?? 0n;
  const now = clock.now();
  const checks = {
    // What fails for the lack of a migration is told as `schema` alone.
    database: database || (missing !== null && missing.length > 0),
    // One file may be lost; a bucket without any is another one than that of the database.
    bucket: bucket && (files.sampled === 0 || files.missing < files.sampled),
    rpc: balance !== null && canAgree(nodes, outages, now),
    genesis: nodes.every(({ state }) => state !== "other_chain"),
    platformWallet: lamports > 0n && (await mayRemain(lamports, deps).catch(() => false)),
    schema: missing?.length === 0,
    cron: cron !== null && Math.abs(now - cron.at) < MAX_CRON_AGE_MS,
    index,
  };
  const { cluster } = settings;
  const warnings = [
    ...(unmatched > 0 ? [`unmatched payments: ${unmatched}`] : []),
    ...(files.missing > 0
      ? [`files missing in the bucket: ${files.missing} of ${files.sampled} looked up`]
      : []),
    ...(nodes.length === 1 && cluster !== "localnet" ? ["single_node"] : []),
    ...nodeWarnings(nodes, outages, now),
    ...(missing?.length ? [`migrations missing: ${missing.join(", ")}`] : []),
    ...cronWarnings(cron, { isLate: !checks.cron, now }),
    ...(database && missing?.length === 0 && !index ? ["search index out of step"] : []),
    ...rates,
  ];
  return { ok: Object.values(checks).every(Boolean), cluster, checks, warnings };
}

async function lookUpFiles({ files, protectedFiles }: HealthDeps) {
  const paths = await protectedFiles.samplePaths(SAMPLED_FILES);
  const found = await Promise.all(paths.map((path) => files.head(path)));
  return { sampled: paths.length, missing: found.filter((object) => !object).length };
}

function nodeWarnings(nodes: readonly NodeHealth[], outages: Outages, now: number): string[] {
  return nodes
    .filter(({ state }) => state !== "ok")
    .map(({ state, host }) => {
      const since = outages[host];
      const age = state === "behind" || since === undefined ? "" : ` for ${seconds(now - since)}`;
      return `node_${state}: ${host}${age}`;
    });
}

function cronWarnings(
  run: CronRun | null,
  { isLate, now }: { isLate: boolean; now: number },
): string[] {
  if (!run) return ["cron: no run recorded"];
  return [
    ...(isLate ? [`cron: last run ${seconds(now - run.at)} ago`] : []),
    ...run.failed.map((step) => `cron step failed: ${step}`),
  ];
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;

/** False once too few nodes have answered for a while, so that nothing settles any more. */
function canAgree(nodes: readonly NodeHealth[], outages: Outages, now: number): boolean {
  const tolerated = nodes.length - Math.min(QUORUM_NODES, nodes.length);
  const since = nodes.filter(isDown).map(({ host }) => outages[host] ?? now);
  // The outage that left too few.
  const decisive = since.sort((a, b) => a - b)[tolerated];
  return decisive === undefined || now - decisive < MAX_OUTAGE_MS;
}

async function answers(check: () => Promise<unknown>): Promise<boolean> {
  return check().then(
    () => true,
    () => false,
  );
}
