import { useMatches } from "@remix-run/react";
import { isCurrent, type ShownRate } from "../../rates/rules/rate";
import { useHydrated } from "../../ui/use-hydrated";

/** The rate of the page; null on the server and once it is too old. */
export function useShownRate(): ShownRate | null {
  const page = useMatches().at(-1)?.data as { rate?: ShownRate | null } | undefined;
  const isHydrated = useHydrated();
  const rate = page?.rate ?? null;
  return isHydrated && rate && isCurrent(rate, Date.now()) ? rate : null;
}
