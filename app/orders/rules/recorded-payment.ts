import { splitPrice } from "../../products/rules/commission";
import type { IncomingPayment } from "./incoming-payment";
import { isShare, lamportsTo, legsDueFrom, totalOf } from "./legs";
import type { PaidShares, Payment } from "./payment";

type RecordedAmounts = Pick<
  IncomingPayment,
  | "signature"
  | "slot"
  | "payer"
  | "paid"
  | "priceLamports"
  | "feeBps"
  | "feePaid"
  | "legs"
  | "reviewReason"
>;

/**
 * A payment from its ledger entries, for a seller who accepts it or a wallet that claims it. The
 * commission on an underpayment is the same share of the amount that was paid.
 */
export function recordedPayment(recorded: RecordedAmounts): Payment {
  const { signature, slot, payer, paid, priceLamports, feeBps, feePaid } = recorded;
  const shares = sharesOf(recorded);
  const price = shares ? totalOf({ legs: legsDueFrom(payer, recorded) }) : priceLamports;
  const surplus = paid > price ? paid - price : 0n;
  const feeLamports = shares
    ? lamportsTo(recorded, "platform")
    : splitPrice(paid - surplus, feeBps).feeLamports;
  return {
    signature,
    slot,
    payer,
    sellerPaid: paid - feePaid - (shares?.paid ?? 0n),
    feePaid,
    covered: paid,
    surplus,
    feeOwed: feeLamports > feePaid ? feeLamports - feePaid : 0n,
    referenceSigned: false,
    ...(shares && { shares }),
  };
}

/** What covers the price has reached each leg, or the seller alone, who owes the others then. */
function sharesOf({ payer, legs, reviewReason }: RecordedAmounts): PaidShares | null {
  if (!legs.some(isShare)) return null;
  const due = totalOf({ legs: legsDueFrom(payer, { legs }).filter(isShare) });
  const isComplete = reviewReason !== "not_shared";
  return { paid: isComplete ? due : 0n, due, isComplete };
}

const ZERO_AMOUNTS = { sellerPaid: 0n, feePaid: 0n, surplus: 0n, feeOwed: 0n };

/**
 * The payment to settle with where a seller accepts it. After a rollback the file is granted without
 * payment: all amounts are 0 and the order is final. A payment that lands again is recorded then.
 */
export function acceptedPayment(
  recorded: RecordedAmounts,
  now: number,
): { payment: Payment; finalizedAt?: number } {
  const payment = recordedPayment(recorded);
  if (recorded.reviewReason !== "rolled_back") return { payment };
  const { shares: _, ...granted } = payment;
  return { payment: { ...granted, ...ZERO_AMOUNTS }, finalizedAt: now };
}
