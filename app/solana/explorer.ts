import type { Cluster } from "../lib/cluster";

/** The page of a transaction on a public explorer; null on the local chain. */
export function explorerLink(signature: string, cluster: Cluster): string | null {
  if (cluster === "localnet") return null;
  const query = cluster === "devnet" ? "?cluster=devnet" : "";
  return `https://explorer.solana.com/tx/${signature}${query}`;
}
