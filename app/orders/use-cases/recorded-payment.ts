import { splitPrice } from "../../products/rules/fees";
import type { IncomingPayment } from "../rules/incoming-payment";
import type { Payment } from "../rules/verify-payment";

type Money = Pick<
  IncomingPayment,
  "signature" | "slot" | "payer" | "paid" | "priceLamports" | "feeBps" | "feePaid"
>;

/**
 * A payment as the record has it, for a seller who accepts it or a wallet that claims it. Of less
 * than the price no more than the same share is owed as commission.
 */
export function recordedPayment(money: Money): Payment {
  const { signature, slot, payer, paid, priceLamports, feeBps, feePaid } = money;
  const surplus = paid > priceLamports ? paid - priceLamports : 0n;
  const { feeLamports } = splitPrice(paid - surplus, feeBps);
  return {
    signature,
    slot,
    payer,
    sellerPaid: paid - feePaid,
    feePaid,
    surplus,
    feeOwed: feeLamports > feePaid ? feeLamports - feePaid : 0n,
    referenceSigned: false,
  };
}

const ZERO_AMOUNTS = { sellerPaid: 0n, feePaid: 0n, surplus: 0n, feeOwed: 0n };

/**
 * What a seller accepts. A file for a payment that is gone is a gift: nobody asks for the payment
 * any more, and it counts when it comes back.
 */
export function acceptedPayment(
  money: Money & Pick<IncomingPayment, "reviewReason">,
  now: number,
): { payment: Payment; finalizedAt?: number } {
  const payment = recordedPayment(money);
  if (money.reviewReason !== "rolled_back") return { payment };
  return { payment: { ...payment, ...ZERO_AMOUNTS }, finalizedAt: now };
}
