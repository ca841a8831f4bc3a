import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

let isRestoring = false;

/** True while a page that the browser has kept in memory loads its data again. */
export function isPageRestoring(): boolean {
  return isRestoring;
}

/**
 * Loads the data of a page again that Back or Forward has restored from memory: the person may have
 * signed in since, and prices, stock and orders change.
 */
export function useRestoredPage(): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state === "idle") isRestoring = false;
  }, [state]);
  useEffect(() => {
    const refresh = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      isRestoring = true;
      revalidate();
    };
    window.addEventListener("pageshow", refresh);
    return () => window.removeEventListener("pageshow", refresh);
  }, [revalidate]);
}
