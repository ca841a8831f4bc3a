import { useEffect, useState } from "react";

/**
 * Time (ms) from the signature to the moment in which the page learnt that it was paid; null where
 * it did not see both. `sentAt` is on the clock of `performance.now()`.
 */
export function usePaymentDuration(paid: boolean, sentAt: number | null): number | null {
  const [took, setTook] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is the moment it turns.
  useEffect(() => {
    setTook(paid && sentAt !== null ? performance.now() - sentAt : null);
  }, [paid]);
  return took;
}
