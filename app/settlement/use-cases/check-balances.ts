import type { OpenCharge } from "../../orders/rules/charged-wallets";
import { ChainUnavailable } from "../../solana/chain";
import { decodeWireText } from "../../solana/wire-transaction";
import type { SettlementPorts } from "../ports";

/** Read at a time: twenty calls to each node at most. */
const MAX_CHARGES = 2_000;

/** Ends holds and places of wallets that were emptied. */
export function createCheckBalances(
  {
    clock,
    chain,
    orders,
    stockLine,
    watcher,
  }: Pick<SettlementPorts, "clock" | "chain" | "orders" | "stockLine" | "watcher">,
  advanceLine: (productId: string) => Promise<void>,
) {
  /**
   * Reads the balances of all who hold a unit by a signed payment, or wait for one. Whoever has less than
   * these take from the wallet loses all of them, with the penalty: the money was moved since they were
   * simulated. A payment that has landed took its money rightly. True while there is any.
   */
  async function checkBalances(): Promise<boolean> {
    const charges = await stockLine.charges(clock.now(), MAX_CHARGES);
    if (charges.length === 0) return false;
    try {
      const wallets = [...new Set(charges.map(({ wallet }) => wallet))];
      const { lamports, slot } = await chain.balances(wallets);
      for (const [index, wallet] of wallets.entries()) {
        const own = charges.filter((charge) => charge.wallet === wallet);
        const needed = own.reduce((sum, charge) => sum + BigInt(charge.lamports), 0n);
        if (needed > (lamports[index] ?? 0n)) await endAll(own, slot);
      }
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
    }
    return true;
  }

  /** Ends holds and places, unless one of the payments may have landed by the slot of the reading. */
  async function endAll(charges: readonly OpenCharge[], slot: number): Promise<void> {
    for (const charge of charges) {
      if (charge.holdsUnit && (await mayHaveLanded(charge, slot))) return;
    }
    for (const { orderId, productId, signature, lastValidBlockHeight, holdsUnit } of charges) {
      const at = clock.now();
      if (holdsUnit) {
        await orders.releaseBuiltTransaction(orderId, lastValidBlockHeight, "rejected", at);
        await advanceLine(productId);
      } else await stockLine.lose(orderId, signature, at);
      await watcher.changed(orderId);
    }
  }

  async function mayHaveLanded({ orderId }: OpenCharge, slot: number): Promise<boolean> {
    const order = await orders.byId(orderId);
    const bytes = order?.status === "awaiting" ? order.built?.transaction : undefined;
    const signature = decodeWireText(bytes ?? "")?.wire.signatures[0];
    return !signature || !(await chain.isGone(signature, slot));
  }

  return checkBalances;
}
