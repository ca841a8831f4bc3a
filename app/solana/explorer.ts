import type { Cluster } from "../lib/cluster";

/** URL of a transaction on Solana Explorer; null on the local chain. */
export function explorerLink(signature: string, cluster: Cluster): string | null {
  if (cluster === "localnet") return null;
  const query = cluster === "devnet" ? "?cluster=devnet" : "";
  return `https://explorer.solana.com/tx/${signature}${query}`;
}
