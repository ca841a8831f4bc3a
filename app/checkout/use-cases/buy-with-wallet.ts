import type { Products } from "../../../db/products/products";
import { Problem } from "../../lib/problem";
import type { BuyersOrders } from "../../orders/ports";
import { buildPaymentTransaction } from "./build-payment-transaction";
import { type OpenOrderDeps, type OrderCopy, openOrder } from "./open-order";
import type { BuiltPayment } from "./previous-transaction";

type BuildDeps = Parameters<typeof buildPaymentTransaction>[1];

interface Input {
  productId: string;
  /** Base58 address that asks. Nothing proves that its owner does. */
  account: string;
  /** The client's IPv4 address, or the /64 prefix of its IPv6 address. */
  address: string;
  copy: OrderCopy;
}

type Deps = OpenOrderDeps &
  BuildDeps & {
    products: Pick<Products, "byId">;
    orders: OpenOrderDeps["orders"] &
      BuildDeps["orders"] &
      Pick<BuyersOrders, "openOfWallet" | "isPaidByWallet">;
  };

/**
 * Builds the transaction by which a wallet buys a product without a session. Its order has no buyer
 * until it is paid: the account of the wallet that pays becomes it then. Throws `not_found`,
 * `own_product`, and what `openOrder` and `buildPaymentTransaction` throw.
 */
export async function buyWithWallet(
  { productId, account, address, copy }: Input,
  deps: Deps,
): Promise<BuiltPayment> {
  const product = await deps.products.byId(productId);
  if (!product || product.status === "draft") {
    throw new Problem("not_found", { messageKey: "product_missing_or_disabled" });
  }
  if (account === product.recipient) {
    throw new Problem("own_product", { messageKey: "payer_is_recipient" });
  }
  // That this wallet paid is public. What its account owns otherwise is not, so it is not asked.
  if (await deps.orders.isPaidByWallet(account, productId)) {
    throw new Problem("own_product", { messageKey: "already_owned" });
  }
  const { order } = await openOrder(
    {
      product,
      buyerUid: null,
      buyerWallet: account,
      // The wallet shows the amount before it signs, and an older order may be a stranger's.
      acceptedLamports: product.priceLamports,
      copy,
      readOpen: () => deps.orders.openOfWallet(account, productId),
      assertMayOpen: async () => undefined,
    },
    deps,
  );
  return buildPaymentTransaction({ orderId: order.id, account, address }, deps);
}
