import type { Codes } from "../../../db/codes/codes";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { MAX_ENABLED_CODES } from "../rules/code-form";

interface Input {
  uid: string;
  id: string;
}

interface Deps {
  codes: Pick<Codes, "disable" | "enable">;
  clock: Clock;
}

/** Ends a seller's code until it is enabled again. Throws `not_found`, also for another seller's. */
export async function disableCode({ uid, id }: Input, { codes, clock }: Deps): Promise<void> {
  if (!(await codes.disable(uid, id, clock.now()))) throw new Problem("not_found");
}

/**
 * Enables a seller's code again. Throws `not_found`, also for another seller's, and `invalid_input` where another code
 * has its name by now, or where the seller has as many as one can have.
 */
export async function enableCode({ uid, id }: Input, { codes, clock }: Deps): Promise<void> {
  const refusal = await codes.enable(uid, id, clock.now());
  if (refusal === null) return;
  if (refusal === "missing") throw new Problem("not_found");
  throw new Problem(
    "invalid_input",
    refusal === "taken"
      ? { messageKey: "code_name_taken_meanwhile" }
      : { messageKey: "codes_full", params: { max: MAX_ENABLED_CODES } },
  );
}
