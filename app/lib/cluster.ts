/** The networks that a deployment can run on; `localnet` is the local chain with play money. */
export const CLUSTERS = ["localnet", "devnet", "mainnet-beta"] as const;
export type Cluster = (typeof CLUSTERS)[number];
