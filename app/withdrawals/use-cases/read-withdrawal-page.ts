import type { Contracts, ListedContract } from "../../../db/withdrawals/contracts";
import type { Clock, Ids } from "../../lib/ports";
import { type Declarant, listContracts } from "./find-contract";
import { readReceiptNumber } from "./receipt-number";

interface ShownContract extends ListedContract {
  /** For a browser without an account, which has no receipt to read it from; else null. */
  receiptNumber: string | null;
}

/** An id of an order, as links have it. */
const ORDER_ID = /^[\w-]{1,64}$/;

/** The contracts of the person, and what `orderId` of the address fills in. */
export async function readWithdrawalPage(
  { declarant, orderId }: { declarant: Declarant; orderId: string | null },
  deps: {
    contracts: Pick<Contracts, "ofBuyer" | "ofGuest" | "receiptNumber">;
    clock: Clock;
    ids: Pick<Ids, "bytes">;
  },
): Promise<{ contracts: ShownContract[]; initial: { order: string; contract: string } }> {
  const listed = await listContracts(declarant, deps);
  const contracts = await Promise.all(
    listed.map(async (one) => ({
      ...one,
      receiptNumber: declarant.account ? null : await readReceiptNumber(one, deps),
    })),
  );
  const named = orderId !== null && ORDER_ID.test(orderId) ? orderId : "";
  const isListed = listed.some((one) => one.orderId === named);
  return { contracts, initial: { order: isListed ? named : "", contract: isListed ? "" : named } };
}
