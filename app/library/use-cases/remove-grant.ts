import type { Grants } from "../../../db/orders/grants";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";

/** Removes what a person has for free from their library. It can be taken again. Throws `not_found`. */
export async function removeGrant(
  { id, uid }: { id: string; uid: string },
  { grants, clock }: { grants: Pick<Grants, "remove">; clock: Clock },
): Promise<void> {
  if (!(await grants.remove({ id, uid, at: clock.now() }))) throw new Problem("not_found");
}
