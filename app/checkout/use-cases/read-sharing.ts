import type { ShareBooks } from "../../../db/orders/share-books";
import type { Authors } from "../../../db/sharing/authors";
import type { Settings } from "../../lib/ports";
import type { Sharer } from "../../orders/rules/legs";
import type { Sharing } from "../../orders/rules/terms";
import type { Product } from "../../products/rules/product";
import { type Chain, ChainUnavailable } from "../../solana/chain";

export interface SharingPorts {
  settings: Pick<Settings, "platformWallet">;
  authors: Pick<Authors, "ofProduct">;
  chain: Pick<Chain, "accounts" | "rentMinimum">;
  shareBooks: Pick<ShareBooks, "debtsTo">;
}

export type SharedProduct = Pick<Product, "id" | "recipient" | "ownerUid" | "authorCount">;

/** A product with who recommended it to the buyer; null for nobody. */
type RecommendedProduct = SharedProduct & { affiliate: Sharer | null };

const NOBODY: Sharing = { sharers: [], canReceive: new Set(), debts: new Map() };

/**
 * Who shares in the sales of a product. A leg goes only to an account that holds the rent minimum by itself: no
 * payment fails because its recipient has emptied a wallet. Asks database and network only where a sale is
 * shared. Throws `ChainUnavailable`.
 *
 * @param payer the wallet that is to pay; null while it is not known
 */
export async function readSharing(
  product: RecommendedProduct,
  payer: string | null,
  ports: SharingPorts,
): Promise<Sharing> {
  const known = await readDebts(product, payer, ports);
  const wallets = known.sharers.map(({ wallet }) => wallet);
  if (wallets.length === 0) return NOBODY;
  const [accounts, rentMinimum] = await Promise.all([
    ports.chain.accounts(wallets),
    ports.chain.rentMinimum(),
  ]);
  const able = wallets.filter((_, index) => (accounts[index]?.lamports ?? 0n) >= rentMinimum);
  return { ...known, canReceive: new Set(able) };
}

/** The same for a page, which is shown also while the network does not answer. */
export async function readSharingForPage(
  product: RecommendedProduct,
  payer: string | null,
  ports: SharingPorts,
): Promise<Sharing> {
  try {
    return await readSharing(product, payer, ports);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return readDebts(product, payer, ports);
  }
}

/** All of them count as able to receive. Each wallet once: seller's and platform's receive a leg already. */
async function readDebts(
  { id, recipient, ownerUid, authorCount, affiliate }: RecommendedProduct,
  payer: string | null,
  { settings, authors, shareBooks }: SharingPorts,
): Promise<Sharing> {
  const known = authorCount === 0 ? [] : await authors.ofProduct(id);
  const named = known.map(({ wallet, bps }): Sharer => ({ role: "author", wallet, bps }));
  // An author who recommends the product has a part already.
  const isNew = !named.some(({ wallet }) => wallet === affiliate?.wallet);
  const sharers = [...(affiliate && isNew ? [affiliate] : []), ...named].filter(
    ({ wallet }) => wallet !== recipient && wallet !== settings.platformWallet,
  );
  if (sharers.length === 0) return NOBODY;
  const wallets = sharers.map(({ wallet }) => wallet);
  const debts = await shareBooks.debtsTo(ownerUid, wallets);
  return { sharers, canReceive: new Set(wallets), debts, payer };
}
