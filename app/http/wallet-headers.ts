import type { Settings } from "../lib/ports";
import { isForWallets, type RouteAccess } from "./access";

const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
  "Access-Control-Allow-Headers":
    "Content-Type, Content-Encoding, Accept-Encoding, Authorization, X-Accept-Action-Version, X-Accept-Blockchain-Ids",
  "Access-Control-Max-Age": "86400",
};

/** CAIP-2 chain ids, from the genesis hash. Each local chain has another genesis hash. */
const CHAIN_IDS: Record<Settings["cluster"], string> = {
  "mainnet-beta": "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
  devnet: "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
  localnet: "solana:localnet",
};

/**
 * Sets the headers of a route for wallets, on error responses too: CORS for any origin, and for Solana
 * Actions the version and chain id by which clients decide whether they support the Action.
 */
export function setWalletHeaders(
  headers: Headers,
  access: RouteAccess,
  { cluster }: Pick<Settings, "cluster">,
): void {
  if (!isForWallets(access)) return;
  for (const [name, value] of Object.entries(CORS)) headers.set(name, value);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  if (!Object.values(access).some(({ protocol }) => protocol === "solana-action")) return;
  headers.set("X-Action-Version", "2.4");
  headers.set("X-Blockchain-Ids", CHAIN_IDS[cluster]);
  headers.set("Access-Control-Expose-Headers", "X-Action-Version, X-Blockchain-Ids, Retry-After");
}
