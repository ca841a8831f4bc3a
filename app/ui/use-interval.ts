import { useEffect, useRef } from "react";

/** Calls `work` every `ms` while `active` and the page is visible. */
export function useInterval(ms: number, active: boolean, work: () => void): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") latest.current();
    }, ms);
    return () => clearInterval(timer);
  }, [ms, active]);
}
