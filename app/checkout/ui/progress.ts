// @chunk purchase
import { useSyncExternalStore } from "react";
import { isOpen } from "../../orders/rules/order-state";
import { orderOf, type PurchasePage, shownStatus } from "../rules/purchase-page";
import type { LiveOrder } from "./order-feed";
import type { PaymentState } from "./use-payment";

/** Progress of a purchase, from what was loaded and what the feed sent since. */
export interface Progress {
  status: ReturnType<typeof shownStatus>;
  orderId: string | null;
  /** A transaction may still be built for it. */
  open: boolean;
  paid: boolean;
  /** There is a file to link to. */
  ready: boolean;
  signature: string | null;
  slot: number | null;
}

/** What the page has seen of its order since it was loaded. */
export interface SeenOrder extends Pick<PaymentState, "busy"> {
  /** Null before the first message. */
  live: LiveOrder | null;
  /** False while the server can't be reached. */
  reachable: boolean;
  /** A wallet has signed and sent a transaction from this page. */
  sent: boolean;
  /** The last attempt to pay from this page failed. */
  hasProblem: boolean;
  /** This page has shown the order as one that is still to be paid. */
  wasPayable: boolean;
  /** From the signature to its confirmation (ms), where this page observed both. */
  tookMs: number | null;
}

/** Holds what was seen, for the parts of the ticket that show it; null before and after an order. */
export interface SeenStore {
  get(): SeenOrder | null;
  set(seen: SeenOrder | null): void;
  /** When a visitor's wallet signed, before the page showed an order; null for never. */
  sentAt: number | null;
  subscribe(listener: () => void): () => void;
}

export function createSeenStore(): SeenStore {
  const listeners = new Set<() => void>();
  let current: SeenOrder | null = null;
  return {
    sentAt: null,
    get: () => current,
    set(seen) {
      current = seen;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useSeen({ subscribe, get }: SeenStore): SeenOrder | null {
  return useSyncExternalStore(subscribe, get, () => null);
}

export function progressOf(
  { stage, files }: Pick<PurchasePage, "stage" | "files">,
  live: LiveOrder | null,
): Progress {
  const order = orderOf(stage);
  const status = live?.status ?? shownStatus(stage);
  return {
    status,
    orderId: order?.id ?? null,
    open: status !== "none" && isOpen(status),
    paid: status === "paid",
    ready: files.length > 0,
    signature: live?.signature ?? order?.signature ?? null,
    slot: order?.slot ?? null,
  };
}
