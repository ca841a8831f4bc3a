import type { Products } from "../../../db/products/products";
import type { ReferralCode } from "../../affiliates/rules/referral-cookie";
import { Problem } from "../../lib/problem";
import type { BuyersOrders } from "../../orders/ports";
import { type GuestBuyer, MAX_OPEN_GUEST_ORDERS } from "../../orders/rules/buyer";
import { isPublicKey } from "../../solana/public-key";
import type { OrderRequest } from "../rules/order-request";
import type { OpenedOrder, OrderCopy, OrderOpening } from "./open-order";
import type { PayableOrders } from "./payable-order";

export interface GuestBuyingPorts {
  products: Pick<Products, "byId">;
  orders: Pick<BuyersOrders, "openOfGuest" | "countAwaitingOfGuest">;
}

interface Input {
  productId: string;
  guest: GuestBuyer;
  /** Base58 address that the browser names. Nothing proves that it is the visitor's. */
  wallet: string;
  /** The client's network address. */
  address: string;
  asked: OrderRequest;
  /** Who recommended the product: `OrderOpening`. */
  ref?: ReferralCode;
  copy: OrderCopy;
}

/** A payment that was built lands, or can't any more, within some minutes. */
const OPEN_ORDERS_RETRY_SECONDS = 60;

/** Opens orders of visitors without an account. */
export function createStartGuestPurchase(
  ports: GuestBuyingPorts,
  { openOrder }: OrderOpening,
  { assertNotPaidByWallet }: Pick<PayableOrders, "assertNotPaidByWallet">,
) {
  /**
   * The open order of a browser for a product while its terms are those of today, or a new one. It is
   * found by the browser's secret alone: the address that it names is a claim, and shares no order.
   * Throws `invalid_input`, `not_found`, `own_product`, `conflict` for a wallet that has paid for the
   * product, `slow_down`, and what `openOrder` throws.
   */
  async function startGuestPurchase({
    productId,
    guest: { secretHash },
    wallet,
    address,
    asked,
    ref,
    copy,
  }: Input): Promise<OpenedOrder> {
    if (!isPublicKey(wallet)) throw new Problem("invalid_input", { field: "wallet" });
    const product = await ports.products.byId(productId);
    if (!product || product.status === "draft") {
      throw new Problem("not_found", { messageKey: "product_missing_or_disabled" });
    }
    if (wallet === product.recipient) {
      throw new Problem("own_product", { messageKey: "payer_is_recipient" });
    }
    const guest = { secretHash, wallet };
    await assertNotPaidByWallet({ productId, guest: { ...guest, signature: null } }, wallet);
    return openOrder({
      product,
      buyerUid: null,
      guest,
      buyerWallet: null,
      asked,
      address,
      ref,
      copy,
      readOpen: () => ports.orders.openOfGuest(secretHash, productId),
      async assertMayOpen() {
        // Those that nothing was built for make room.
        if ((await ports.orders.countAwaitingOfGuest(secretHash)) < MAX_OPEN_GUEST_ORDERS) return;
        throw new Problem("slow_down", { retryAfterSeconds: OPEN_ORDERS_RETRY_SECONDS });
      },
    });
  }

  return startGuestPurchase;
}
