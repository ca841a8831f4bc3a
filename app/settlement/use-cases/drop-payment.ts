import type { SettlementPorts } from "../ports";
import { rolledBackAfterMs } from "../rules/poll-schedule";
import { isGone } from "./is-gone";

interface Recorded {
  orderId: string;
  signature: string;
  slot: number;
  /** Epoch ms. */
  recordedAt: number;
}

/** Takes off the record what a fork took off the chain. */
export function createDropPayment({
  clock,
  chain,
  orders,
}: Pick<SettlementPorts, "clock" | "chain" | "orders">) {
  /**
   * Reverses an undecided payment that the chain has dropped. False where it may still land, or nodes
   * disagree. Throws `ChainUnavailable`.
   */
  async function dropIfGone({ orderId, signature, slot, recordedAt }: Recorded): Promise<boolean> {
    const pace = await chain.pace();
    if (clock.now() - recordedAt < rolledBackAfterMs({ pace })) return false;
    if (!(await isGone(chain, { signature, slot }))) return false;
    await orders.drop(orderId, signature, clock.now());
    return true;
  }

  return dropIfGone;
}
