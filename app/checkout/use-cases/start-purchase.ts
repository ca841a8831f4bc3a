import type { Purchases } from "../../../db/orders/purchases";
import type { Products } from "../../../db/products/products";
import type { ReferralCode } from "../../affiliates/rules/referral-cookie";
import { Problem } from "../../lib/problem";
import type { BuyersOrders } from "../../orders/ports";
import { isPublicKey } from "../../solana/public-key";
import type { OrderRequest } from "../rules/order-request";
import type { OpenedOrder, OrderCopy, OrderOpening } from "./open-order";
import type { TakeFree } from "./take-free";

export interface PurchasePorts {
  products: Pick<Products, "byId">;
  purchases: Pick<Purchases, "find">;
  orders: Pick<BuyersOrders, "openOf" | "countOpen">;
}

interface PurchaseInput {
  productId: string;
  /** Null without a session: throws `signed_out` with a text of its own. */
  buyerUid: string | null;
  /** The wallet that must pay, or null when any wallet may. */
  buyerWallet: string | null;
  /** The client's network address, by which free products and tries of codes are counted. */
  address: string;
  asked: OrderRequest;
  /** Who recommended the product: `OrderOpening`. */
  ref?: ReferralCode;
  copy: OrderCopy;
}

type StartedPurchase = { kind: "owned"; productId: string } | OpenedOrder;

/** Open orders of one account: far above real use, and a limit for scripts that fill the table. */
const MAX_OPEN_ORDERS = 200;

const OPEN_ORDERS_RETRY_SECONDS = 600;

/** Sells to buyers with an account. */
export function createStartPurchase(
  ports: PurchasePorts,
  { openOrGive }: OrderOpening,
  takeFree: TakeFree,
) {
  /**
   * Returns the buyer's purchase, their open order while its terms are those of today, or a new order. A free
   * product is theirs at once, also where a code takes off the whole price. Throws `signed_out`, `invalid_input`, `not_found`, `own_product`, `slow_down`,
   * and what `openOrder` and `takeFree` throw.
   */
  async function startPurchase(input: PurchaseInput): Promise<StartedPurchase> {
    const { productId, buyerUid, buyerWallet, address, asked, ref, copy } = input;
    if (!buyerUid) throw new Problem("signed_out", { messageKey: "buyer_missing" });
    if (buyerWallet !== null && !isPublicKey(buyerWallet)) {
      throw new Problem("invalid_input", { field: "buyerWallet" });
    }
    const product = await ports.products.byId(productId);
    if (!product || product.status === "draft") {
      throw new Problem("not_found", { messageKey: "product_missing_or_disabled" });
    }
    if (await ports.purchases.find(buyerUid, productId)) return { kind: "owned", productId };
    if (product.ownerUid === buyerUid) throw new Problem("own_product");
    if (product.isFree) {
      await takeFree({ productId, uid: buyerUid, address });
      return { kind: "owned", productId };
    }
    if (buyerWallet === product.recipient) {
      throw new Problem("own_product", { messageKey: "payer_is_recipient" });
    }
    const opened = await openOrGive({
      product,
      buyerUid,
      buyerWallet,
      asked,
      address,
      ref,
      copy,
      readOpen: () => ports.orders.openOf(buyerUid, productId),
      async assertMayOpen() {
        if ((await ports.orders.countOpen(buyerUid)) < MAX_OPEN_ORDERS) return;
        throw new Problem("slow_down", { retryAfterSeconds: OPEN_ORDERS_RETRY_SECONDS });
      },
    });
    if (opened.kind === "order") return opened;
    if (opened.kind === "owned") return { kind: "owned", productId };
    await takeFree({ productId, uid: buyerUid, address, terms: opened.terms });
    return { kind: "owned", productId };
  }

  return startPurchase;
}
