import type { Settings } from "../../lib/ports";
import { type Leg, sharesOfPrice } from "../../orders/rules/legs";
import { NO_SHARES, type Shares } from "../../orders/rules/terms";
import { splitPrice } from "../../products/rules/commission";
import type { Product } from "../../products/rules/product";
import { type Chain, ChainUnavailable } from "../../solana/chain";

export interface SharePorts {
  settings: Pick<Settings, "platformWallet" | "authors">;
  chain: Pick<Chain, "accounts" | "rentMinimum">;
}

/**
 * What others receive of a product's price. A leg goes only to an account that holds the rent minimum by
 * itself: no payment fails because its recipient has emptied a wallet. The share of another one is paid to the seller, who
 * owes it. Asks the network only where a sale is shared. Throws `ChainUnavailable`.
 */
export async function readShares(
  product: Pick<Product, "priceLamports" | "recipient">,
  feeBps: number,
  { settings, chain }: SharePorts,
): Promise<Shares> {
  const shares = sharesAmong(product, feeBps, settings);
  if (shares.length === 0) return NO_SHARES;
  const [accounts, rentMinimum] = await Promise.all([
    chain.accounts(shares.map(({ wallet }) => wallet)),
    chain.rentMinimum(),
  ]);
  const canReceive = new Set(
    shares.filter((_, index) => (accounts[index]?.lamports ?? 0n) >= rentMinimum),
  );
  return {
    legs: shares.filter((leg) => canReceive.has(leg)),
    owed: shares.filter((leg) => !canReceive.has(leg)),
  };
}

/** The same for a page, which is shown also while the network does not answer. */
export async function readSharesForPage(
  product: Pick<Product, "priceLamports" | "recipient">,
  feeBps: number,
  ports: SharePorts,
): Promise<Shares> {
  try {
    return await readShares(product, feeBps, ports);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return { legs: sharesAmong(product, feeBps, ports.settings), owed: [] };
  }
}

/** Each wallet once: the seller's and the platform's receive a leg already. */
function sharesAmong(
  { priceLamports, recipient }: Pick<Product, "priceLamports" | "recipient">,
  feeBps: number,
  { authors, platformWallet }: SharePorts["settings"],
): Leg[] {
  const sharers = authors.filter(({ wallet }) => wallet !== recipient && wallet !== platformWallet);
  const { feeLamports } = splitPrice(priceLamports, feeBps);
  return sharesOfPrice(
    sharers.map((author) => ({ ...author, role: "author" as const })),
    { priceLamports, feeLamports },
  );
}
