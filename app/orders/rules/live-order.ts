import { ORDER_STATUSES, type OrderStatus } from "./order-state";

/** What an open purchase page is told of its order. */
export interface LiveOrder {
  status: OrderStatus;
  signature: string | null;
  /** Absent while the link is being prepared, and for anyone but the buyer. */
  downloadUrl: string | null;
  /** The nodes give no answer at the moment; nothing is lost by it. */
  networkSlow: boolean;
}

/** Reads what the server sent; null for anything that is no order. */
export function readLiveOrder(message: unknown): LiveOrder | null {
  if (typeof message !== "object" || message === null) return null;
  const { status, signature, downloadUrl, networkSlow } = message as Record<string, unknown>;
  const known = ORDER_STATUSES.find((one) => one === status);
  if (!known) return null;
  return {
    status: known,
    signature: typeof signature === "string" ? signature : null,
    downloadUrl: typeof downloadUrl === "string" ? downloadUrl : null,
    networkSlow: networkSlow === true,
  };
}

/** True while the order may still be paid by itself. */
export function isOpen(status: OrderStatus): boolean {
  return status === "pending" || status === "awaiting";
}
