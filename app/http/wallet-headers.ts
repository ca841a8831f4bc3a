import type { Settings } from "../lib/ports";
import { isForWallets, type RouteAccess } from "./access";
import { readLocale } from "./locale";

const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
  "Access-Control-Allow-Headers":
    // `fetchTransaction` of `@solana/pay` 1.x sends `Cache-Control`.
    "Accept, Content-Type, Content-Encoding, Accept-Encoding, Accept-Language, Authorization, Cache-Control, If-None-Match, X-Accept-Action-Version, X-Accept-Blockchain-Ids",
  "Access-Control-Expose-Headers": "X-Action-Version, X-Blockchain-Ids, Retry-After, X-Request-Id",
  "Access-Control-Max-Age": "86400",
};

/** CAIP-2 chain ids, from the genesis hash. Each local chain has another genesis hash. */
const CHAIN_IDS: Record<Settings["cluster"], string> = {
  "mainnet-beta": "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
  devnet: "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
  localnet: "solana:localnet",
};

/**
 * Sets the headers of a route for wallets, on error responses too: CORS for any origin, the language,
 * and for Solana Actions the version and chain id by which clients decide whether they support the
 * Action.
 *
 * @param request with the headers of `walletRequestHeaders`
 */
export function setWalletHeaders(
  headers: Headers,
  access: RouteAccess,
  { request, settings }: { request: Request; settings: Pick<Settings, "cluster"> },
): void {
  if (!isForWallets(access)) return;
  for (const [name, value] of Object.entries(CORS)) headers.set(name, value);
  // Responses with a public cache have no text.
  if (!headers.has("Cache-Control")) {
    headers.set("Cache-Control", "no-store");
    headers.set("Content-Language", readLocale(request));
    headers.append("Vary", "Accept-Language");
  }
  if (!Object.values(access).some(({ protocol }) => protocol === "solana-action")) return;
  headers.set("X-Action-Version", "2.4");
  headers.set("X-Blockchain-Ids", CHAIN_IDS[settings.cluster]);
}
