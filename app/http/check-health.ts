import type { Clock, Settings } from "../lib/ports";
import { type Chain, type NodeHealth, QUORUM_NODES } from "../solana/chain";
import { canRemain } from "../solana/payment-constants";
import { isDown, type OutageRecord, type Outages, readOutages } from "./node-outages";

interface Deps {
  settings: Pick<Settings, "cluster" | "platformWallet">;
  clock: Clock;
  products: { byId(id: string): Promise<unknown> };
  files: { head(key: string): Promise<unknown> };
  chain: Pick<Chain, "accounts" | "nodes">;
  sweepProgress: Pick<OutageRecord, "read">;
  unmatchedPayments: { countUnresolved(): Promise<number> };
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
  };
  /** What the operator should know while sales go on; hosts of nodes without their keys. */
  warnings: string[];
}

/** Time for which too few nodes may answer: most outages are shorter, and payments only wait. */
const MAX_OUTAGE_MS = 2 * 60_000;

/** Checks each part that a sale needs. Payments fail while the platform wallet is not rent-exempt. */
export async function checkHealth(deps: Deps): Promise<Health> {
  const { settings, clock, products, files, chain, sweepProgress, unmatchedPayments } = deps;
  const [database, bucket, balance, nodes, outages, unmatched] = await Promise.all([
    answers(() => products.byId("health")),
    answers(() => files.head("health")),
    chain.accounts([settings.platformWallet]).catch(() => null),
    chain.nodes(),
    readOutages(sweepProgress).catch((): Outages => ({})),
    unmatchedPayments.countUnresolved().catch(() => 0),
  ]);
  const lamports = balance?.[0]?.lamports ?? 0n;
  const checks = {
    database,
    bucket,
    rpc: balance !== null && canAgree(nodes, outages, clock.now()),
    genesis: nodes.every(({ state }) => state !== "other_chain"),
    platformWallet: lamports > 0n && canRemain(lamports),
  };
  const { cluster } = settings;
  const warnings = [
    ...(unmatched > 0 ? [`unmatched payments: ${unmatched}`] : []),
    ...(nodes.length === 1 && cluster !== "localnet" ? ["single_node"] : []),
    ...nodes
      .filter(({ state }) => state !== "ok")
      .map(({ state, host }) => `node_${state}: ${host}`),
  ];
  return { ok: Object.values(checks).every(Boolean), cluster, checks, warnings };
}

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
