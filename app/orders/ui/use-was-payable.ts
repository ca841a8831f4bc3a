import { useEffect, useRef } from "react";

/** True once this page has shown the order as one that is still to be paid. */
export function useWasPayable(orderId: string | null, open: boolean): boolean {
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (open) seen.current = orderId;
  }, [orderId, open]);
  return orderId !== null && (open || seen.current === orderId);
}
