import type { ShareBooks } from "../../../db/orders/share-books";
import type { Settings } from "../../lib/ports";
import { type Leg, sharesOfPrice, withoutDebts } from "../../orders/rules/legs";
import { NO_SHARES, type Shares } from "../../orders/rules/terms";
import { splitPrice } from "../../products/rules/commission";
import type { Product } from "../../products/rules/product";
import { type Chain, ChainUnavailable } from "../../solana/chain";

export interface SharePorts {
  settings: Pick<Settings, "platformWallet" | "authors">;
  chain: Pick<Chain, "accounts" | "rentMinimum">;
  shareBooks: Pick<ShareBooks, "debtsTo">;
}

/**
 * What others receive of a product's price. A leg goes only to an account that holds the rent minimum by
 * itself: no payment fails because its recipient has emptied a wallet. The share of another one is paid to the
 * seller, who owes it. What others got of refunded sales is taken off first. Asks database and network only
 * where a sale is shared. Throws `ChainUnavailable`.
 */
export async function readShares(
  product: SharedProduct,
  feeBps: number,
  ports: SharePorts,
): Promise<Shares> {
  const { chain } = ports;
  const { shares, withheld } = await sharesLessDebts(product, feeBps, ports);
  if (shares.length === 0) return { ...NO_SHARES, withheld };
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
    withheld,
  };
}

type SharedProduct = Pick<Product, "priceLamports" | "recipient" | "ownerUid">;

async function sharesLessDebts(
  product: SharedProduct,
  feeBps: number,
  { settings, shareBooks }: SharePorts,
): Promise<{ shares: Leg[]; withheld: Leg[] }> {
  const shares = sharesAmong(product, feeBps, settings);
  if (shares.length === 0) return { shares, withheld: [] };
  const wallets = shares.map(({ wallet }) => wallet);
  return withoutDebts(shares, await shareBooks.debtsTo(product.ownerUid, wallets));
}

/** The same for a page, which is shown also while the network does not answer. */
export async function readSharesForPage(
  product: SharedProduct,
  feeBps: number,
  ports: SharePorts,
): Promise<Shares> {
  try {
    return await readShares(product, feeBps, ports);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    const { shares: legs, withheld } = await sharesLessDebts(product, feeBps, ports);
    return { legs, owed: [], withheld };
  }
}

/** Each wallet once: the seller's and the platform's receive a leg already. */
function sharesAmong(
  { priceLamports, recipient }: SharedProduct,
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
