import type { IncomingPayment } from "../../orders/rules/incoming-payment";
import type { Payment } from "../../orders/rules/payment";
import { splitPrice } from "../../products/rules/commission";

type RecordedAmounts = Pick<
  IncomingPayment,
  "signature" | "slot" | "payer" | "paid" | "priceLamports" | "feeBps" | "feePaid"
>;

/**
 * A payment from its ledger entries, for a seller who accepts it or a wallet that claims it. The
 * commission on an underpayment is the same share of the amount that was paid.
 */
export function recordedPayment(recorded: RecordedAmounts): Payment {
  const { signature, slot, payer, paid, priceLamports, feeBps, feePaid } = recorded;
  const surplus = paid > priceLamports ? paid - priceLamports : 0n;
  const { feeLamports } = splitPrice(paid - surplus, feeBps);
  return {
    signature,
    slot,
    payer,
    sellerPaid: paid - feePaid,
    feePaid,
    covered: paid,
    surplus,
    feeOwed: feeLamports > feePaid ? feeLamports - feePaid : 0n,
    referenceSigned: false,
  };
}

const ZERO_AMOUNTS = { sellerPaid: 0n, feePaid: 0n, surplus: 0n, feeOwed: 0n };

/**
 * The payment to settle with where a seller accepts it. After a rollback the file is granted without
 * payment: all amounts are 0 and the order is final. A payment that lands again is recorded then.
 */
export function acceptedPayment(
  recorded: RecordedAmounts & Pick<IncomingPayment, "reviewReason">,
  now: number,
): { payment: Payment; finalizedAt?: number } {
  const payment = recordedPayment(recorded);
  if (recorded.reviewReason !== "rolled_back") return { payment };
  return { payment: { ...payment, ...ZERO_AMOUNTS }, finalizedAt: now };
}
