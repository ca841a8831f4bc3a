import type { Chain } from "../../solana/chain";

/**
 * Whether the chain has dropped a payment that was recorded at `slot`. One node is not enough to revoke a
 * delivered file: the finalized chain must have passed the slot, and two nodes must have reached that tip
 * without the payment. Throws `ChainUnavailable`.
 */
export async function isGone(
  chain: Pick<Chain, "finalizedTip" | "isGone">,
  { signature, slot }: { signature: string; slot: number | null },
): Promise<boolean> {
  const tip = await chain.finalizedTip();
  if (slot !== null && tip.slot < slot) return false;
  return chain.isGone(signature, tip.slot);
}
