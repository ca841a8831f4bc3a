import type { Purchases } from "../../../db/orders/purchases";
import type { Products } from "../../../db/products/products";
import { Problem } from "../../lib/problem";
import type { BuyersOrders } from "../../orders/ports";
import { isPublicKey } from "../../solana/public-key";
import { type OpenedOrder, type OpenOrderDeps, type OrderCopy, openOrder } from "./open-order";

interface Input {
  productId: string;
  /** Null without a session: throws `signed_out` with a text of its own. */
  buyerUid: string | null;
  /** The wallet that must pay, or null when any wallet may. */
  buyerWallet: string | null;
  /** Highest price (lamports) that the buyer agreed to; absent where the request does not say. */
  acceptedLamports?: bigint | null;
  copy: OrderCopy;
}

interface Deps extends OpenOrderDeps {
  products: Pick<Products, "byId">;
  orders: OpenOrderDeps["orders"] & Pick<BuyersOrders, "openOf" | "countOpen">;
  purchases: Pick<Purchases, "find">;
}

export type StartedPurchase =
  | { kind: "owned"; productId: string }
  | ({ kind: "order" } & OpenedOrder);

/** Open orders of one account: far above real use, and a limit for scripts that fill the table. */
const MAX_OPEN_ORDERS = 200;
const OPEN_ORDERS_RETRY_SECONDS = 600;

/**
 * Returns the buyer's purchase, their open order while its terms are those of today, or a new order.
 * Throws `signed_out`, `invalid_input`, `not_found`, `own_product`, `slow_down`, and what `openOrder`
 * throws.
 */
export async function startPurchase(input: Input, deps: Deps): Promise<StartedPurchase> {
  const { productId, buyerUid, buyerWallet, acceptedLamports = null, copy } = input;
  if (!buyerUid) throw new Problem("signed_out", { messageKey: "buyer_missing" });
  if (buyerWallet !== null && !isPublicKey(buyerWallet)) {
    throw new Problem("invalid_input", { field: "buyerWallet" });
  }
  const product = await deps.products.byId(productId);
  if (!product || product.status === "draft") {
    throw new Problem("not_found", { messageKey: "product_missing_or_disabled" });
  }
  if (await deps.purchases.find(buyerUid, productId)) return { kind: "owned", productId };
  if (product.ownerUid === buyerUid) throw new Problem("own_product");
  if (buyerWallet === product.recipient) {
    throw new Problem("own_product", { messageKey: "payer_is_recipient" });
  }
  const opened = await openOrder(
    {
      product,
      buyerUid,
      buyerWallet,
      acceptedLamports,
      copy,
      readOpen: () => deps.orders.openOf(buyerUid, productId),
      async assertMayOpen() {
        if ((await deps.orders.countOpen(buyerUid)) < MAX_OPEN_ORDERS) return;
        throw new Problem("slow_down", { retryAfterSeconds: OPEN_ORDERS_RETRY_SECONDS });
      },
    },
    deps,
  );
  return { kind: "order", ...opened };
}
