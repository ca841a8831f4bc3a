import { Problem } from "../../lib/problem";
import type { PlanId } from "../../lib/viewer";
import type { Chain } from "../../solana/chain";
import { RENT_EXEMPT_MINIMUM_LAMPORTS } from "../../solana/payment-constants";
import { splitPrice } from "../rules/fees";
import { effectivePlan } from "../rules/plans";

/**
 * Refuses a price (lamports) whose seller share is below the rent-exempt minimum while the seller's
 * account does not exist: every payment would fail on the chain. Throws `invalid_price`, or
 * `unavailable` where the RPC fails; a share above the minimum needs no RPC call.
 */
export async function checkSellerShare(
  { priceLamports, recipient, plan }: { priceLamports: bigint; recipient: string; plan: PlanId },
  deps: { chain: Pick<Chain, "accounts"> },
): Promise<void> {
  const { sellerLamports } = splitPrice(priceLamports, effectivePlan(plan).feeBps);
  if (sellerLamports >= RENT_EXEMPT_MINIMUM_LAMPORTS) return;
  const [account] = await deps.chain.accounts([recipient]).catch((error: unknown) => {
    console.error(error);
    throw new Problem("unavailable");
  });
  if (account) return;
  throw new Problem("invalid_price", { messageKey: "price_below_rent", field: "price" });
}
