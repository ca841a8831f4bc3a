// @chunk data
/** Networks that a deployment can use; `localnet` is the local chain, whose SOL has no value. */
export const CLUSTERS = ["localnet", "devnet", "mainnet-beta"] as const;
export type Cluster = (typeof CLUSTERS)[number];
