import { formatSol } from "../../lib/lamports";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { DownloadLinks, Orders, OrderWatcher, SettledOrder } from "../ports";
import type { Order } from "../rules/order";
import { isOpen, type OrderStatus } from "../rules/order-state";
import { LAST_POLL_BEFORE_EXPIRY_MS } from "../rules/poll-schedule";

interface Deps {
  orders: Pick<Orders, "byId">;
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
  /** For the buyer only, in the answer to a GET. */
  downloadUrl?: string;
}

/** The buyer's own order. Throws `not_found`, also where another account opened it. */
export async function orderOfBuyer(
  { orderId, buyerUid }: { orderId: string; buyerUid: string },
  { orders }: { orders: Pick<Orders, "byId"> },
): Promise<Order> {
  const order = await orders.byId(orderId);
  if (!order || order.buyerUid !== buyerUid) throw new Problem("not_found");
  return order;
}

/** Throws `not_found`, also where the viewer is neither its buyer nor its seller. */
export async function readOrder(
  { orderId, viewerUid }: { orderId: string; viewerUid: string },
  deps: Deps,
): Promise<OrderView> {
  const order = await deps.orders.byId(orderId);
  // An order without a buyer is hidden until it is paid.
  if (!order?.buyerUid || (order.buyerUid !== viewerUid && order.ownerUid !== viewerUid)) {
    throw new Problem("not_found");
  }
  return viewOrder(order, viewerUid, deps);
}

/** The view of an order that was already read, for a viewer who may see it. */
export async function viewOrder(
  order: Order,
  viewerUid: string,
  deps: Omit<Deps, "orders">,
): Promise<OrderView> {
  const { signature, buyerWallet } = order;
  const downloadUrl =
    order.status === "paid" && order.buyerUid === viewerUid
      ? await downloadUrlOf({ ...order, uid: viewerUid }, deps)
      : undefined;
  return {
    transactionId: order.id,
    productId: order.productId,
    status: order.status,
    paid: order.status === "paid",
    paymentRequested: order.paymentRequested,
    amount: formatSol(order.priceLamports),
    sellerLamports: order.sellerLamports.toString(),
    feeLamports: order.feeLamports.toString(),
    ...(signature ? { signature } : {}),
    ...(buyerWallet ? { buyerWallet } : {}),
    ...(downloadUrl ? { downloadUrl } : {}),
  };
}

/** Null without a file: the page shows that state, so it is not an error. */
async function downloadUrlOf(order: SettledOrder, deps: Omit<Deps, "orders">) {
  try {
    return (await deps.downloads.ofOrder(order)).downloadUrl;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** What a wallet shows before it asks for the transaction. Throws `not_found`, `expired`. */
export async function describeOrder(
  orderId: string,
  deps: { clock: Clock; orders: Pick<Orders, "byId"> },
): Promise<Pick<Order, "label" | "message">> {
  const order = await deps.orders.byId(orderId);
  if (!order) throw new Problem("not_found");
  const isOver =
    isOpen(order.status) && deps.clock.now() >= order.expiresAt - LAST_POLL_BEFORE_EXPIRY_MS;
  if (order.status === "expired" || isOver) throw expiredProblem(order);
  const { label, message } = order;
  return { label, message };
}

/** The refusal of an expired order, which says so where another one has replaced it. */
export function expiredProblem({ endedReason }: Pick<Order, "endedReason">): Problem {
  return new Problem("expired", endedReason === "replaced" ? { messageKey: "order_replaced" } : {});
}

/**
 * A WebSocket that sends the buyer's order at once and on every change. Throws `not_found`.
 */
export async function followOrder(
  { orderId, buyerUid }: { orderId: string; buyerUid: string },
  deps: { orders: Pick<Orders, "byId">; watcher: Pick<OrderWatcher, "watch"> },
): Promise<Response> {
  const order = await orderOfBuyer({ orderId, buyerUid }, deps);
  return deps.watcher.watch(order.id, buyerUid);
}
