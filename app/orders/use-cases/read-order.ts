import { formatSol } from "../../lib/lamports";
import { Problem } from "../../lib/problem";
import type { DownloadLinks, Orders } from "../ports";
import type { Order } from "../rules/order";
import type { OrderStatus } from "../rules/order-state";

interface Deps {
  orders: Pick<Orders, "byId">;
  downloads: Pick<DownloadLinks, "issue">;
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
  /** For the buyer alone, fresh in every answer. */
  downloadUrl?: string;
}

/** Throws `not_found`, also where the order is neither bought nor sold by the viewer. */
export async function readOrder(
  { orderId, viewerUid }: { orderId: string; viewerUid: string },
  deps: Deps,
): Promise<OrderView> {
  const order = await deps.orders.byId(orderId);
  if (!order || (order.buyerUid !== viewerUid && order.ownerUid !== viewerUid)) {
    throw new Problem("not_found");
  }
  return viewOrder(order, viewerUid, deps);
}

/** The view of an order that was read already, for a viewer who may see it. */
export async function viewOrder(
  order: Order,
  viewerUid: string,
  deps: Omit<Deps, "orders">,
): Promise<OrderView> {
  const { signature, buyerWallet } = order;
  const downloadUrl =
    order.status === "paid" && order.buyerUid === viewerUid
      ? await link(viewerUid, order.productId, deps)
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

/** No link yet is a state that the page has words for, not a failure of the whole answer. */
async function link(uid: string, productId: string, deps: Omit<Deps, "orders">) {
  try {
    return (await deps.downloads.issue({ uid, productId })).downloadUrl;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
