import { ratesOf } from "../../domain/plans";
import { useFormat } from "../use-format";

/** The commission that everyone pays today, as a percentage in the page's language. */
export function useTodaysFee(): string {
  return useFormat().commission(ratesOf("free").feeBps);
}
