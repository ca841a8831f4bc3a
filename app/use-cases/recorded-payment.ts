import { splitPrice } from "../domain/fees";
import type { ReceivedMoney } from "../domain/received-money";
import type { Payment } from "../domain/verify-payment";

/**
 * A payment as the record has it, for a seller who accepts it or a wallet that claims it. Of less
 * than the price no more than the same share is owed as commission.
 */
export function recordedPayment(money: ReceivedMoney): Payment {
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
