import type { Cluster } from "../lib/cluster";

/** Where anybody can read a transaction; null on the local chain, which no explorer knows. */
export function explorerLink(signature: string, cluster: Cluster): string | null {
  if (cluster === "localnet") return null;
  const query = cluster === "devnet" ? "?cluster=devnet" : "";
  return `https://explorer.solana.com/tx/${signature}${query}`;
}
