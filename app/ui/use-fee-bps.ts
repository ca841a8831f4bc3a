import { useRouteLoaderData } from "@remix-run/react";

/** The commission that the operator has set, in basis points of a price, as the root loader has it. */
export function useFeeBps(): { feeBps: number } {
  const root = useRouteLoaderData<{ feeBps: number }>("root");
  // The frame of an error has no data of the root, and shows no commission.
  return { feeBps: root?.feeBps ?? 0 };
}
