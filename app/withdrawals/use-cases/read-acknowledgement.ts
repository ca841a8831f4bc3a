import type { AcknowledgedWithdrawal, Withdrawals } from "../../../db/withdrawals/withdrawals";
import { hashToken } from "../../accounts/use-cases/hash-token";
import { Problem } from "../../lib/problem";

/** What was received, for who has the address of the acknowledgement. Throws `not_found`. */
export async function readAcknowledgement(
  { secret }: { secret: string },
  { withdrawals }: { withdrawals: Pick<Withdrawals, "bySecret"> },
): Promise<AcknowledgedWithdrawal> {
  const found = await withdrawals.bySecret(await hashToken(secret));
  if (!found) throw new Problem("not_found");
  return found;
}
