import type { UnitHolds } from "../../orders/ports";
import type { Order } from "../../orders/rules/order";
import { FOREIGN_BLOCKHASH_SLOTS } from "../../orders/rules/stock-limits";
import { type Chain, ChainUnavailable } from "../../solana/chain";
import { decodeWireText } from "../../solana/wire-transaction";

interface Deps {
  chain: Pick<Chain, "isBlockhashOver" | "finalizedTip">;
  orders: Pick<UnitHolds, "shortenLifetime">;
}

/**
 * True where the blockhash that a wallet chose for a signed payment is over. How long it is valid is not
 * known when the bytes come, so the order is first taken to be able to land for as long as a new one.
 * Once it is over, the finalized height of that moment is the last one at which it can have landed.
 */
export async function isForeignBlockhashOver(
  { id, status, built, offered }: Order,
  { chain, orders }: Deps,
): Promise<boolean> {
  if (status !== "awaiting" || built?.form !== "cosigned" || built.slot === undefined) return false;
  const blockhash = decodeWireText(built.transaction)?.wire.message.recentBlockhash;
  if (!blockhash || blockhash === offered?.blockhash) return false;
  try {
    if (!(await chain.isBlockhashOver(blockhash, built.slot + FOREIGN_BLOCKHASH_SLOTS)))
      return false;
    const { blockHeight } = await chain.finalizedTip();
    await orders.shortenLifetime(id, built.transaction, blockHeight);
    return true;
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return false;
  }
}
