import type { OrderWatcher, UnitHolds } from "../../orders/ports";
import type { OpenCharge } from "../../orders/rules/charged-wallets";
import { type Chain, ChainUnavailable } from "../../solana/chain";
import { decodeWireText } from "../../solana/wire-transaction";
import { advanceLine } from "./advance-line";

type Deps = Parameters<typeof advanceLine>[1] & {
  chain: Pick<Chain, "balances" | "isGone">;
  orders: Pick<UnitHolds, "releaseBuiltTransaction">;
  watcher: Pick<OrderWatcher, "changed">;
};

/** Read at a time: twenty calls to each node at most. */
const MAX_CHARGES = 2_000;

/**
 * Reads the balances of all who hold a unit by a signed payment, or wait for one. Whoever has less than
 * these take from the wallet loses all of them, with the penalty: the money was moved since they were
 * simulated. A payment that has landed took its money rightly. True while there is any.
 */
export async function checkBalances(deps: Deps): Promise<boolean> {
  const charges = await deps.stockLine.charges(deps.clock.now(), MAX_CHARGES);
  if (charges.length === 0) return false;
  try {
    const wallets = [...new Set(charges.map(({ wallet }) => wallet))];
    const { lamports, slot } = await deps.chain.balances(wallets);
    for (const [index, wallet] of wallets.entries()) {
      const own = charges.filter((charge) => charge.wallet === wallet);
      const needed = own.reduce((sum, charge) => sum + BigInt(charge.lamports), 0n);
      if (needed > (lamports[index] ?? 0n)) await endAll(own, slot, deps);
    }
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
  }
  return true;
}

/** Ends holds and places, unless one of the payments may have landed by the slot of the reading. */
async function endAll(charges: readonly OpenCharge[], slot: number, deps: Deps): Promise<void> {
  for (const charge of charges) {
    if (charge.holdsUnit && (await mayHaveLanded(charge, slot, deps))) return;
  }
  for (const { orderId, productId, signature, lastValidBlockHeight, holdsUnit } of charges) {
    const at = deps.clock.now();
    if (holdsUnit) {
      await deps.orders.releaseBuiltTransaction(orderId, lastValidBlockHeight, "rejected", at);
      await advanceLine(productId, deps);
    } else await deps.stockLine.lose(orderId, signature, at);
    await deps.watcher.changed(orderId);
  }
}

async function mayHaveLanded({ orderId }: OpenCharge, slot: number, deps: Deps): Promise<boolean> {
  const order = await deps.orders.byId(orderId);
  const bytes = order?.status === "awaiting" ? order.built?.transaction : undefined;
  const signature = decodeWireText(bytes ?? "")?.wire.signatures[0];
  return !signature || !(await deps.chain.isGone(signature, slot));
}
