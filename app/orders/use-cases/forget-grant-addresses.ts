import type { Grants } from "../../../db/orders/grants";
import type { Clock } from "../../lib/ports";
import { GRANT_ADDRESS_KEPT_MS } from "../rules/grant";

/** Grants are counted by network address for a day. */
export async function forgetGrantAddresses(deps: {
  clock: Clock;
  grants: Pick<Grants, "forgetAddresses">;
}): Promise<void> {
  await deps.grants.forgetAddresses(deps.clock.now() - GRANT_ADDRESS_KEPT_MS);
}
