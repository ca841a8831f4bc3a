import { SIGNATURE_FEE_LAMPORTS } from "../../solana/payment-constants";
import type { RawTransaction } from "../../solana/raw-transaction";
import { transfersOf } from "../../solana/transfers";

export interface Charge {
  wallet: string;
  /** What the transaction takes from the wallet, by its transfers and the fee for its signatures. */
  lamports: bigint;
}

/** What a signed payment, which holds a unit of stock or waits for one, takes from a wallet. */
export interface OpenCharge {
  orderId: string;
  productId: string;
  wallet: string;
  lamports: number;
  /** Of a place in line; empty for a unit. */
  signature: string;
  lastValidBlockHeight: number;
  /** 1 where it holds a unit, 0 where it waits. */
  holdsUnit: number;
}

/**
 * The wallets that a signed payment is charged to: each signer that stands in an instruction. A
 * sponsor, who only pays the network fee, and the order's own reference are not charged. All of them
 * must have signed, which the caller verifies.
 */
export function chargedWallets(raw: RawTransaction, reference: string): Charge[] {
  const { accountKeys, header, instructions } = raw.transaction.message;
  const used = new Set(instructions.flatMap((one) => [one.programIdIndex, ...one.accounts]));
  const signers = accountKeys.slice(0, header.numRequiredSignatures);
  const transfers = transfersOf("SOL", raw);
  const [feePayer] = accountKeys;
  return signers.flatMap((wallet, index) => {
    if (wallet === reference || !used.has(index)) return [];
    let lamports = wallet === feePayer ? SIGNATURE_FEE_LAMPORTS * BigInt(signers.length) : 0n;
    for (const transfer of transfers) {
      if (transfer.source === wallet) lamports += transfer.lamports;
      if (transfer.destination === wallet) lamports -= transfer.lamports;
    }
    return [{ wallet, lamports: lamports > 0n ? lamports : 0n }];
  });
}
