import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { apiPaths } from "../../lib/api-paths";
import { usePolling } from "../../ui/use-polling";

const POLL_INTERVAL_MS = 5_000;

interface Sale {
  orderId: string;
  title: string;
  /** Epoch ms. */
  at: number;
  /** SOL as decimal text. */
  paid: string;
}

interface Page {
  events: readonly unknown[];
  newest: number;
}

/**
 * Reloads the page's data when something has happened to the seller's sales, payments or products. Returns the latest
 * orders that came with the last reload.
 */
export function useLiveSales({
  newestEvent,
  latest,
}: {
  newestEvent: number;
  latest: readonly Sale[];
}) {
  const { revalidate } = useRevalidator();
  const [arrived, setArrived] = useState<readonly Sale[]>([]);
  const known = useRef(latest);
  useEffect(() => {
    const added = latest.filter((sale) => isNewer(sale, known.current));
    known.current = latest;
    if (added.length > 0) setArrived(added);
  }, [latest]);
  const { isSignedOut } = usePolling<Page>(
    `${apiPaths.events}?after=${newestEvent}`,
    POLL_INTERVAL_MS,
    ({ events, newest }) => {
      if (events.length > 0 || newest < newestEvent) revalidate();
    },
  );
  return { arrived, isSignedOut };
}

/** A sale that fills the place of one that was rolled back is older than those that stay. */
function isNewer({ orderId, at }: Sale, [newest, ...rest]: readonly Sale[]): boolean {
  if (!newest) return true;
  return at >= newest.at && ![newest, ...rest].some((sale) => sale.orderId === orderId);
}
