import { useEffect, useRef, useState } from "react";
import { isOpen, isUndecided } from "../../orders/rules/order-state";
import type { ShownOrder } from "../rules/purchase-page";
import { orderApi } from "./order-api";
import { type LiveOrder, subscribeToOrder } from "./order-feed";

/** States that may still change without the buyer. */
function isFollowed(order: ShownOrder | null): order is ShownOrder {
  if (!order) return false;
  return isOpen(order.status) || isUndecided(order.status);
}

export interface LiveState {
  /** What the server sent last since the page was loaded; null before. */
  live: LiveOrder | null;
  /** False while the server can't be reached. */
  reachable: boolean;
}

/**
 * Follows the buyer's order while it may change by itself. `onChange` is called when its status, what
 * came below the price, or whether it can be continued, differs from what the page was loaded with, `onEnd` when the session
 * has ended.
 */
export function useLiveOrder(
  order: ShownOrder | null,
  isShownClosed: boolean,
  onChange: () => void,
  onEnd: () => void,
): LiveState {
  const [live, setLive] = useState<(LiveOrder & { id: string }) | null>(null);
  const [reachable, setReachable] = useState(true);
  const id = isFollowed(order) ? order.id : null;
  const isGuests = order?.isGuests ?? false;
  const shown = order?.status;
  const short = String(order?.short?.received ?? 0n);
  const end = useRef(onEnd);
  end.current = onEnd;

  useEffect(() => {
    if (!id) return;
    return subscribeToOrder(id, orderApi({ isGuests }), {
      onOrder: (next) => setLive({ ...next, id }),
      onReach: setReachable,
      onEnd: () => end.current(),
    });
  }, [id, isGuests]);

  // What was loaded since is newer than what the feed sent before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the loaded status changes.
  useEffect(() => setLive(null), [shown]);

  const current = live && live.id === order?.id ? live : null;
  const changed =
    current !== null &&
    (current.status !== shown || current.closed !== isShownClosed || current.short !== short);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new status.
  useEffect(() => {
    if (changed) onChange();
  }, [changed, current?.status, current?.closed, current?.short]);

  return { live: current, reachable: id === null || reachable };
}
