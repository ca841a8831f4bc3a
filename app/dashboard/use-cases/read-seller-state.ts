import type { DashboardReads } from "../../../db/dashboard/dashboard";
import type { SellerState } from "../rules/seller-state";

/** What an open dashboard compares to notice a change. */
export function readSellerState(
  { uid }: { uid: string },
  deps: { dashboard: Pick<DashboardReads, "state"> },
): Promise<SellerState> {
  return deps.dashboard.state(uid);
}
