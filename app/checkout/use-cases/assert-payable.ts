import { formatSol } from "../../lib/lamports";
import { Problem } from "../../lib/problem";
import { isScarce, type Order } from "../../orders/rules/order";
import type { Chain } from "../../solana/chain";
import { networkFee } from "../../solana/payment-constants";
import { mayRemain } from "../../solana/rent";

/**
 * Checks balances for a payment that the network would reject. Throws `low_balance` where the payer
 * can't cover price and fees or would be left below the rent-exempt minimum, `unavailable` where
 * the amount leaves the seller's or the platform's wallet below it.
 */
export async function assertPayable(
  order: Order,
  payer: string,
  deps: { chain: Pick<Chain, "accounts" | "rentMinimum"> },
): Promise<void> {
  const wallets = [payer, order.recipient, order.platform];
  const [from, seller, platform] = await deps.chain.accounts(wallets);
  const fees = networkFee(isScarce(order) ? 2 : 1);
  const left = (from?.lamports ?? 0n) - order.priceLamports - fees;
  if (left < 0n) throw lowBalance(-left);
  if (!(await mayRemain(left, deps))) throw lowBalance((await deps.chain.rentMinimum()) - left);

  const same = order.recipient === order.platform ? order.feeLamports : 0n;
  if (!(await mayRemain((seller?.lamports ?? 0n) + order.sellerLamports + same, deps))) {
    throw new Problem("unavailable", { messageKey: "seller_wallet_empty" });
  }
  const fee = (platform?.lamports ?? 0n) + order.feeLamports;
  if (order.feeLamports > 0n && !(await mayRemain(fee, deps))) throw new Problem("unavailable");
}

/** The refusal with the smallest amount (lamports) that is missing. */
function lowBalance(lamports: bigint): Problem {
  const missing = formatSol(lamports);
  return new Problem("low_balance", {
    messageKey: "low_balance_by",
    params: { missing },
    amounts: { missing },
  });
}
