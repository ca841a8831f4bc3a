import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** How often a page asks while the network makes a refund final (ms). */
const EVERY = 3_000;

/** Reads the page again and again while something is under way. */
export function useRefreshed(underWay: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!underWay || state !== "idle") return;
    const timer = setTimeout(revalidate, EVERY);
    return () => clearTimeout(timer);
  }, [underWay, state, revalidate]);
}
