import { walletUid } from "../../accounts/rules/wallet-account";
import { openWalletAccount } from "../../accounts/use-cases/open-wallet-account";
import { Problem } from "../../lib/problem";
import { type BuiltPayment, buildPaymentTransaction } from "./build-payment-transaction";
import { startPurchase } from "./start-purchase";

type StartParameters = Parameters<typeof startPurchase>;
type Deps = StartParameters[1] &
  Parameters<typeof buildPaymentTransaction>[1] &
  Parameters<typeof openWalletAccount>[1];

interface Input {
  productId: string;
  /** Base58 address of the wallet. It is not proved: only its owner can pay from it. */
  account: string;
  copy: StartParameters[0]["copy"];
}

/**
 * Builds the transaction by which a wallet buys a product without a session. The order belongs to the
 * account that the wallet is linked to, else to the wallet's own account, so that signing in with the
 * wallet shows the purchase. An open order of that account is used again.
 * Throws what `startPurchase` and `buildPaymentTransaction` throw, and `own_product` where the account
 * has bought the product already.
 */
export async function buyWithWallet(
  { productId, account, copy }: Input,
  deps: Deps,
): Promise<BuiltPayment> {
  const linked = await deps.users.byWallet(account);
  const buyerUid = linked?.uid ?? (await walletUid(account));
  const started = await startPurchase({ productId, buyerUid, buyerWallet: account, copy }, deps);
  if (started.kind === "owned") throw new Problem("own_product", { messageKey: "already_owned" });
  // After the checks, so that a refused purchase creates no account.
  if (!linked) await openWalletAccount(account, deps);
  return buildPaymentTransaction({ orderId: started.order.id, account }, deps);
}
