import type { Products } from "../../../db/products/products";
import type { PlanId } from "../../accounts/rules/plan";
import { formatSol } from "../../lib/lamports";
import type { Log } from "../../lib/log";
import type { Clock, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { REAUTH_WINDOW_MS } from "../../lib/session-lifetime";
import { accountKind } from "../../solana/account-kind";
import type { Chain } from "../../solana/chain";
import { isOnCurve } from "../../solana/public-key";
import { mayRemain } from "../../solana/rent";
import { priceOfShare, splitPrice } from "../rules/commission";
import { planTerms } from "../rules/plans";

export interface Seller {
  uid: string;
  wallet: string | null;
  /** In force. */
  plan: PlanId;
  /** Epoch ms of the last re-authentication in this session. */
  reauthenticatedAt: number;
}

interface Payout {
  recipient: string;
  priceLamports: bigint;
  isFree: boolean;
}

interface Deps {
  settings: Pick<Settings, "feeBps">;
  clock: Clock;
  log: Log;
  chain: Pick<Chain, "accounts" | "rentMinimum">;
  products: Pick<Products, "hasRecipient">;
}

/**
 * Checks where a product is to be paid to. `stored` is what it has now, null for a new product; what
 * is unchanged is not checked again.
 *
 * Throws `proof_needed` where this account has neither linked nor used the wallet and its last
 * re-authentication is too old; `invalid_input` where nobody can sign for the wallet or the chain has
 * another kind of account there; `invalid_price` where the seller's share is below the rent-exempt
 * minimum of a wallet that does not exist, so that every payment would fail; `unavailable` where the
 * RPC fails.
 */
export async function checkPayout(
  { seller, payout, stored }: { seller: Seller; payout: Payout; stored: Payout | null },
  deps: Deps,
): Promise<void> {
  const { recipient, priceLamports } = payout;
  const isSameWallet = recipient === stored?.recipient;
  if (isSameWallet && priceLamports === stored?.priceLamports) return;
  const isProved = recipient === seller.wallet;
  if (!isSameWallet && !isProved) await checkNewWallet(seller, recipient, deps);
  // Nothing will be paid.
  if (payout.isFree) return;
  const { feeBps } = planTerms(seller.plan, deps.settings);
  const { shareLamports } = splitPrice(priceLamports, feeBps);
  if (await orUnavailable(mayRemain(shareLamports, deps), deps)) return;
  if ((await readAccount(recipient, deps)) !== null) return;
  const minimum = formatSol(
    priceOfShare(await orUnavailable(deps.chain.rentMinimum(), deps), feeBps),
  );
  throw new Problem("invalid_price", {
    messageKey: "price_below_rent",
    params: { minimum },
    amounts: { minimum },
    field: "price",
  });
}

async function checkNewWallet(seller: Seller, recipient: string, deps: Deps): Promise<void> {
  const recentlyAuthenticated = deps.clock.now() - seller.reauthenticatedAt < REAUTH_WINDOW_MS;
  if (!recentlyAuthenticated && !(await deps.products.hasRecipient(seller.uid, recipient)))
    throw new Problem("proof_needed", { field: "recipient" });
  const account = await readAccount(recipient, deps);
  const kind = account ? accountKind(account) : "wallet";
  if (kind !== "wallet")
    throw new Problem("invalid_input", { messageKey: `recipient_${kind}`, field: "recipient" });
  if (!isOnCurve(recipient))
    throw new Problem("invalid_input", { messageKey: "recipient_off_curve", field: "recipient" });
}

async function readAccount(address: string, deps: Pick<Deps, "chain" | "log">) {
  const [account = null] = await orUnavailable(deps.chain.accounts([address]), deps);
  return account;
}

function orUnavailable<T>(answer: Promise<T>, { log }: Pick<Deps, "log">): Promise<T> {
  return answer.catch((error: unknown) => {
    log("chain_unread", { error });
    throw new Problem("unavailable");
  });
}
