import type { Cluster } from "../lib/cluster";

/** Genesis hashes of the public clusters. Each local chain has its own. */
export const GENESIS_HASHES: Readonly<Record<Cluster, string | null>> = {
  localnet: null,
  devnet: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxkZrigG",
  "mainnet-beta": "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
};
