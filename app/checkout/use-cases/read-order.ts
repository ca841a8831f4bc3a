import type { Products } from "../../../db/products/products";
import { formatSol } from "../../lib/lamports";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { DownloadLinks, OrderStore, SettledOrder } from "../../orders/ports";
import type { Order } from "../../orders/rules/order";
import { isOpen, type OrderStatus } from "../../orders/rules/order-state";
import { termsNow } from "../../orders/rules/order-terms";
import { purchaseOption, type WaitReason } from "../../orders/rules/purchase-option";
import { LAST_POLL_BEFORE_EXPIRY_MS } from "../../settlement/rules/poll-schedule";

export interface ReadingPorts {
  clock: Clock;
  orders: Pick<OrderStore, "byId">;
  products: Pick<Products, "byId">;
  downloads: Pick<DownloadLinks, "ofOrder">;
}

/** An order as its buyer and its seller see it. Amounts: SOL, and lamports as text. */
export interface OrderView {
  transactionId: string;
  productId: string;
  status: OrderStatus;
  paid: boolean;
  paymentRequested: boolean;
  amount: string;
  sellerLamports: string;
  feeLamports: string;
  signature?: string;
  buyerWallet?: string;
  /** Sum of payments below the price, which settle nothing. Absent where none came. */
  shortLamports?: string;
  /** Why the open order is not continued. Absent while it can be paid. */
  closed?: WaitReason;
  /** For the buyer only, in the answer to a GET. */
  downloadUrl?: string;
}

/** The view of an order that was already read, for a viewer who may see it; without a link. */
export function viewOrder(order: Order, closed: WaitReason | null): Omit<OrderView, "downloadUrl"> {
  const { signature, buyerWallet } = order;
  return {
    transactionId: order.id,
    productId: order.productId,
    status: order.status,
    paid: order.status === "paid",
    paymentRequested: order.paymentRequested,
    amount: formatSol(order.priceLamports),
    sellerLamports: order.sellerLamports.toString(),
    feeLamports: order.feeLamports.toString(),
    ...(order.shortLamports > 0n ? { shortLamports: order.shortLamports.toString() } : {}),
    ...(signature ? { signature } : {}),
    ...(buyerWallet ? { buyerWallet } : {}),
    ...(closed ? { closed } : {}),
  };
}

/** The refusal of an expired order, with the reason where it ended before its time. */
export function expiredProblem({ endedReason }: Pick<Order, "endedReason">): Problem {
  return new Problem("expired", endedReason === null ? {} : { messageKey: `order_${endedReason}` });
}

export type OrderOfBuyer = ReturnType<typeof createOrderOfBuyer>;

/** Finds orders for their buyers. */
export function createOrderOfBuyer(ports: Pick<ReadingPorts, "orders">) {
  /** The buyer's own order. Throws `not_found`, also where another account opened it. */
  async function orderOfBuyer({
    orderId,
    buyerUid,
  }: {
    orderId: string;
    buyerUid: string;
  }): Promise<Order> {
    const order = await ports.orders.byId(orderId);
    if (!order || order.buyerUid !== buyerUid) throw new Problem("not_found");
    return order;
  }

  return orderOfBuyer;
}

/** What is read of one order. */
export function createReadOrder(ports: ReadingPorts) {
  /** Throws `not_found`, also where the viewer is neither its buyer nor its seller. */
  async function readOrder({
    orderId,
    viewerUid,
  }: {
    orderId: string;
    viewerUid: string;
  }): Promise<OrderView> {
    const order = await ports.orders.byId(orderId);
    // An order without a buyer is hidden until it is paid.
    if (!order?.buyerUid || (order.buyerUid !== viewerUid && order.ownerUid !== viewerUid)) {
      throw new Problem("not_found");
    }
    const downloadUrl =
      order.status === "paid" && order.buyerUid === viewerUid
        ? await downloadUrlOf({ ...order, uid: viewerUid })
        : undefined;
    const closed = await whyClosed(order);
    return { ...viewOrder(order, closed), ...(downloadUrl ? { downloadUrl } : {}) };
  }

  /**
   * Why an open order is not continued: its product can't be bought any more, or has other terms. Null
   * while it can be paid, and for an order that is not open.
   */
  async function whyClosed(order: Order): Promise<WaitReason | null> {
    if (!isOpen(order.status)) return null;
    const product = await ports.products.byId(order.productId);
    if (!product) return "inactive";
    // The page, the builder and a new order also compare the commission.
    const terms = termsNow(product, order);
    const option = purchaseOption({ product, hasFile: true, order, terms, canWait: true });
    if (option.kind === "wait" || option.kind === "closed") return option.why;
    return option.kind === "buy" ? "changed" : null;
  }

  /** Null without a file: the page shows that state, so it is not an error. */
  async function downloadUrlOf(order: SettledOrder) {
    try {
      return (await ports.downloads.ofOrder(order)).downloadUrl;
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }

  /** What a wallet shows before it asks for the transaction. Throws `not_found`, `expired`. */
  async function describeOrder(
    orderId: string,
  ): Promise<Pick<Order, "label" | "message" | "productId">> {
    const order = await ports.orders.byId(orderId);
    if (!order) throw new Problem("not_found");
    const isOver =
      isOpen(order.status) && ports.clock.now() >= order.expiresAt - LAST_POLL_BEFORE_EXPIRY_MS;
    if (order.status === "expired" || isOver) throw expiredProblem(order);
    const { label, message, productId } = order;
    return { label, message, productId };
  }

  return { readOrder, whyClosed, describeOrder };
}
