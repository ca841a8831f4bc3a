// @chunk polling
import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { UTC } from "../lib/time-zone";

/**
 * Reloads the data of a page once where its first load had no cookie with the time zone and shows
 * times in UTC. The script has stored the cookie since.
 *
 * @param shown the time zone of the page's times
 */
export function useTimeZone(shown: string): void {
  const { revalidate } = useRevalidator();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || shown !== UTC) return;
    if (Intl.DateTimeFormat().resolvedOptions().timeZone === UTC) return;
    isDone.current = true;
    revalidate();
  }, [shown, revalidate]);
}
