import { walletUid } from "../../accounts/rules/wallet-account";
import { openWalletAccount } from "../../accounts/use-cases/open-wallet-account";
import { Problem } from "../../lib/problem";
import { type BuiltPayment, buildPaymentTransaction } from "./build-payment-transaction";
import { startPurchase } from "./start-purchase";

type Purchase = Parameters<typeof startPurchase>;
type Deps = Purchase[1] &
  Parameters<typeof buildPaymentTransaction>[1] &
  Parameters<typeof openWalletAccount>[1];

interface Input {
  productId: string;
  /** The wallet that asks, base58: it is taken at its word, since only its owner can pay from it. */
  account: string;
  copy: Purchase[0]["copy"];
}

/**
 * The transaction by which a wallet buys a product without anybody being signed in. The order is of
 * the account that the wallet is linked to, else of the wallet's own, so that signing in with it
 * shows the purchase; one that this account has open already is used again.
 * Throws what `startPurchase` and `buildPaymentTransaction` throw, and `own_product` where the
 * account has bought it already.
 */
export async function buyWithWallet(
  { productId, account, copy }: Input,
  deps: Deps,
): Promise<BuiltPayment> {
  const linked = await deps.users.byWallet(account);
  const buyerUid = linked?.uid ?? (await walletUid(account));
  const started = await startPurchase({ productId, buyerUid, buyerWallet: account, copy }, deps);
  if (started.kind === "owned") throw new Problem("own_product", { messageKey: "already_owned" });
  // Only now, so that a wallet that may not buy opens no account.
  if (!linked) await openWalletAccount(account, deps);
  return buildPaymentTransaction({ orderId: started.order.id, account }, deps);
}
