import { effectivePlan } from "../../products/rules/plans";
import { useFormat } from "../../ui/use-format";

/** The commission that everyone pays today, as a percentage in the page's language. */
export function useTodaysFee(): string {
  return useFormat().commission(effectivePlan("free").feeBps);
}
