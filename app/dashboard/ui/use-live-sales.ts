import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { apiPaths } from "../../lib/api-paths";
import type { EventPage } from "../../orders/rules/event";
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

/**
 * Reloads the page's data when something has happened to the seller's sales, payments or products. Returns
 * the latest orders that came with the last reload.
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
  const [read, setRead] = useState(newestEvent);
  const cursor = Math.max(read, newestEvent);
  const { isSignedOut } = usePolling<EventPage>(
    `${apiPaths.events}?after=${cursor}`,
    POLL_INTERVAL_MS,
    ({ events, newest }) => {
      setRead(events.at(-1)?.id ?? newest);
      // That a sale is final changes nothing here.
      if (newest < cursor || events.some(({ kind }) => kind !== "sale.final")) revalidate();
    },
  );
  return { arrived, isSignedOut };
}

/** A sale that fills the place of one that was rolled back is older than those that stay. */
function isNewer({ orderId, at }: Sale, [newest, ...rest]: readonly Sale[]): boolean {
  if (!newest) return true;
  return at >= newest.at && ![newest, ...rest].some((sale) => sale.orderId === orderId);
}
