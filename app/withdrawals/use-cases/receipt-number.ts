import type { Contracts } from "../../../db/withdrawals/contracts";
import type { Ids } from "../../lib/ports";
import { RECEIPT_NUMBER_BYTES, receiptNumberOf } from "../rules/receipt-number";

/** The random number on the receipt of a paid order, for its buyer alone. */
export function readReceiptNumber(
  { orderId }: { orderId: string },
  deps: { contracts: Pick<Contracts, "receiptNumber">; ids: Pick<Ids, "bytes"> },
): Promise<string> {
  return deps.contracts.receiptNumber(
    orderId,
    receiptNumberOf(deps.ids.bytes(RECEIPT_NUMBER_BYTES)),
  );
}
