// Asks nodes before the Worker runs: a node of another chain would lose payments.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Cluster } from "../../app/lib/cluster";
import { GENESIS_HASHES } from "../../app/solana/genesis";
import { StartFailure } from "./failure";

export async function callRpc<T>(url: string, method: string, params: unknown[]): Promise<T> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    signal: AbortSignal.timeout(10_000),
  });
  const answer = (await response.json()) as { result?: T; error?: { message: string } };
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result as T;
}

const MIN_BALANCE_LAMPORTS = 1_000_000_000;
const AIRDROP_LAMPORTS = 10_000_000_000;

/** Funds a localnet wallet, unless its balance opens the account and pays fees already. */
export async function fundWallet(rpcUrl: string, address: string): Promise<void> {
  const { value } = await callRpc<{ value: number }>(rpcUrl, "getBalance", [
    address,
    { commitment: "confirmed" },
  ]);
  if (value >= MIN_BALANCE_LAMPORTS) return;
  await callRpc(rpcUrl, "requestAirdrop", [address, AIRDROP_LAMPORTS]);
}

interface Nodes {
  cluster: Cluster;
  urls: readonly string[];
}

/**
 * The genesis hash of the chain that belongs to the data in `dataDir`: that of the public cluster, or
 * of the local chain at the first start.
 *
 * @throws StartFailure where no node answers, or one belongs to another chain
 */
export async function pinGenesis(nodes: Nodes, dataDir: string): Promise<string> {
  const path = join(dataDir, "genesis-hash");
  const remembered = existsSync(path) ? readFileSync(path, "utf8").trim() : null;
  const { hashes, unread } = await readHashes(nodes);
  const [first] = hashes;
  if (!first) {
    const hosts = nodes.urls.map((url) => new URL(url).host).join(", ");
    throw new StartFailure(`No node can be reached: ${hosts}. Set SOLANA_RPC_URLS to others.`);
  }
  warn(nodes, unread);
  const expected = GENESIS_HASHES[nodes.cluster] ?? remembered ?? first.hash;
  assertSame(
    hashes,
    expected,
    nodes.cluster === "localnet" ? `the data in ${dataDir}` : nodes.cluster,
  );
  if (nodes.cluster === "localnet" && !remembered) writeFileSync(path, expected);
  return expected;
}

/** @throws StartFailure where a node belongs to another chain than this public cluster */
export async function assertCluster(nodes: Nodes): Promise<void> {
  const { hashes, unread } = await readHashes(nodes);
  warn(nodes, unread);
  assertSame(hashes, GENESIS_HASHES[nodes.cluster], nodes.cluster);
}

interface NodeHash {
  host: string;
  hash: string;
}

/** The hashes of the nodes that answer, and the others with the reason. */
async function readHashes({ urls }: Nodes): Promise<{ hashes: NodeHash[]; unread: string[] }> {
  const unread: string[] = [];
  const hashes = await Promise.all(
    urls.map(async (url) => {
      const { host } = new URL(url);
      try {
        return [{ host, hash: await callRpc<string>(url, "getGenesisHash", []) }];
      } catch (error) {
        unread.push(`${host} (${error instanceof Error ? error.message : error})`);
        return [];
      }
    }),
  );
  return { hashes: hashes.flat(), unread };
}

/** The app starts without the nodes that do not answer, which are named. */
function warn({ cluster, urls }: Nodes, unread: string[]): void {
  for (const warning of nodeWarnings(cluster, urls.length, unread)) console.warn(warning);
}

/** With two nodes, one that fails stops every sale. */
const RECOMMENDED_NODES = 3;

/** @param unread hosts of the nodes whose genesis hash could not be read, with why */
export function nodeWarnings(cluster: Cluster, count: number, unread: string[]): string[] {
  const isFew = cluster === "mainnet-beta" && count < RECOMMENDED_NODES;
  const why =
    count === 1
      ? "The word of one is believed alone, and nothing settles while it is down."
      : "Two must agree before a payment counts, so that nothing settles while either is down.";
  const few = `SOLANA_RPC_URLS has ${count} of ${RECOMMENDED_NODES} recommended nodes. ${why} With three, sales go on without one.`;
  return [
    ...(isFew ? [few] : []),
    ...unread.map((node) => `Not used until its genesis hash can be read: ${node}`),
  ];
}

function assertSame(hashes: NodeHash[], expected: string | null, owner: string): void {
  const others = hashes.filter(({ hash }) => hash !== expected);
  if (others.length === 0 || expected === null) return;
  const lines = others.map(({ host, hash }) => `  ${host}: ${hash}`);
  throw new StartFailure(
    `These nodes belong to another chain than ${owner} (genesis hash ${expected}):\n${lines.join("\n")}\nSet SOLANA_RPC_URLS to nodes of the right one.`,
  );
}
