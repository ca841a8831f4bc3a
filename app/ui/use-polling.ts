// @chunk polling
import { useEffect, useRef, useState } from "react";

/** The longest wait after failures in a row. */
const MAX_BACKOFF_MS = 60_000;

const SIGNED_OUT_STATUS = 401;

/**
 * Requests a JSON resource every `intervalMs` while the page is visible, and at once when it becomes
 * visible again. Failures double the wait. Ends where the session has ended, and then returns true.
 */
export function usePolling<T>(
  url: string,
  intervalMs: number,
  onAnswer: (answer: T) => void,
): { isSignedOut: boolean } {
  const [isSignedOut, setSignedOut] = useState(false);
  const latest = useRef(onAnswer);
  latest.current = onAnswer;
  useEffect(() => {
    if (isSignedOut) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let running: AbortController | null = null;
    let delayMs = intervalMs;

    async function poll() {
      clearTimeout(timer);
      if (running || document.visibilityState !== "visible") return;
      running = new AbortController();
      const { signal } = running;
      try {
        const response = await fetch(url, { signal });
        if (response.status === SIGNED_OUT_STATUS) return setSignedOut(true);
        if (!response.ok) throw new TypeError(String(response.status));
        const answer: T = await response.json();
        if (signal.aborted) return;
        delayMs = intervalMs;
        latest.current(answer);
      } catch {
        if (!signal.aborted) delayMs = Math.min(delayMs * 2, MAX_BACKOFF_MS);
      }
      if (signal.aborted) return;
      running = null;
      timer = setTimeout(poll, delayMs);
    }

    function stop() {
      clearTimeout(timer);
      running?.abort();
      running = null;
    }

    function onVisibility() {
      stop();
      if (document.visibilityState === "visible") void poll();
    }

    timer = setTimeout(poll, intervalMs);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, [url, intervalMs, isSignedOut]);
  return { isSignedOut };
}
