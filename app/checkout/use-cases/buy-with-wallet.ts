import type { Products } from "../../../db/products/products";
import type { ReferralCode } from "../../affiliates/rules/referral-cookie";
import { Problem } from "../../lib/problem";
import type { BuyersOrders } from "../../orders/ports";
import type { OrderRequest } from "../rules/order-request";
import type { BuildPaymentTransaction } from "./build-payment-transaction";
import type { OrderCopy, OrderOpening } from "./open-order";
import type { BuiltPayment } from "./previous-transaction";

export interface WalletBuyingPorts {
  products: Pick<Products, "byId">;
  orders: Pick<BuyersOrders, "openOfWallet" | "isPaidByWallet">;
}

interface Input {
  productId: string;
  /** Base58 address that asks. Nothing proves that its owner does. */
  account: string;
  /** The client's IPv4 address, or the /64 prefix of its IPv6 address. */
  address: string;
  asked: OrderRequest;
  /** Who recommended the product: `OrderOpening`. */
  ref?: ReferralCode;
  copy: OrderCopy;
}

/** Sells to wallets without a session. */
export function createBuyWithWallet(
  ports: WalletBuyingPorts,
  { openOrder }: OrderOpening,
  buildPaymentTransaction: BuildPaymentTransaction,
) {
  /**
   * Builds the transaction by which a wallet buys a product without a session. Its order has no buyer
   * until it is paid: the account of the wallet that pays becomes it then. Throws `not_found`,
   * `own_product`, and what `openOrder` and `buildPaymentTransaction` throw.
   */
  async function buyWithWallet({
    productId,
    account,
    address,
    asked,
    ref,
    copy,
  }: Input): Promise<BuiltPayment> {
    const product = await ports.products.byId(productId);
    if (!product || product.status === "draft") {
      throw new Problem("not_found", { messageKey: "product_missing_or_disabled" });
    }
    if (account === product.recipient) {
      throw new Problem("own_product", { messageKey: "payer_is_recipient" });
    }
    // That this wallet paid is public. What its account owns otherwise is not, so it is not asked.
    if (await ports.orders.isPaidByWallet(account, productId)) {
      throw new Problem("own_product", { messageKey: "already_owned" });
    }
    const { order } = await openOrder({
      product,
      buyerUid: null,
      buyerWallet: account,
      asked,
      address,
      ref,
      // The wallet shows the amount before it signs, and an older order may be a stranger's.
      acceptsAnyTotal: true,
      copy,
      readOpen: () => ports.orders.openOfWallet(account, productId),
      assertMayOpen: async () => undefined,
    });
    return buildPaymentTransaction({ orderId: order.id, account, address });
  }

  return buyWithWallet;
}
