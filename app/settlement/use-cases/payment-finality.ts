import type { Order } from "../../orders/rules/order";
import type { Chain, SignatureStatus } from "../../solana/chain";

interface FinalityDeps {
  chain: Pick<Chain, "isSeconded" | "finalizedTip" | "isGone">;
}

/** A transaction that one node alone calls finalized counts as confirmed. */
export async function seconded(
  signature: string,
  found: "finalized" | "confirmed" | "missing",
  status: SignatureStatus | null | undefined,
  { chain }: FinalityDeps,
): Promise<"finalized" | "confirmed" | "missing"> {
  if (found !== "finalized" || !status) return found;
  return (await chain.isSeconded(signature, "finalized", status.node)) ? "finalized" : "confirmed";
}

/**
 * One node is not enough to revoke a delivered file: the finalized chain must have passed the slot
 * of the payment, and two nodes must have reached that slot without the payment.
 */
export async function isGone(
  order: Order,
  signature: string,
  { chain }: FinalityDeps,
): Promise<boolean> {
  const tip = await chain.finalizedTip();
  if (order.slot !== null && tip.slot < order.slot) return false;
  return chain.isGone(signature, tip.slot);
}
