import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { apiPaths } from "../../lib/api-paths";
import { usePolling } from "../../ui/use-polling";
import { isSameState, type SellerState } from "../rules/seller-state";

const POLL_INTERVAL_MS = 5_000;

interface Sale {
  orderId: string;
  title: string;
  /** Epoch ms. */
  at: number;
  /** SOL as decimal text. */
  paid: string;
}

/**
 * Reloads the page's data when the seller's sales or payments have changed. Returns the latest
 * orders that came with the last reload.
 */
export function useLiveSales({ state, latest }: { state: SellerState; latest: readonly Sale[] }) {
  const { revalidate } = useRevalidator();
  const [arrived, setArrived] = useState<readonly Sale[]>([]);
  const known = useRef(latest);
  useEffect(() => {
    const added = latest.filter((sale) => isNewer(sale, known.current));
    known.current = latest;
    if (added.length > 0) setArrived(added);
  }, [latest]);
  const { isSignedOut } = usePolling<SellerState>(
    apiPaths.salesState,
    POLL_INTERVAL_MS,
    (newest) => {
      if (!isSameState(newest, state)) revalidate();
    },
  );
  return { arrived, isSignedOut };
}

/** A sale that fills the place of one that was rolled back is older than those that stay. */
function isNewer({ orderId, at }: Sale, [newest, ...rest]: readonly Sale[]): boolean {
  if (!newest) return true;
  return at >= newest.at && ![newest, ...rest].some((sale) => sale.orderId === orderId);
}
