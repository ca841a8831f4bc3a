import {
  type AccountMeta,
  ComputeBudgetProgram,
  type Message,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
} from "@solana/web3.js";
import { COMPUTE_UNIT_LIMIT, COMPUTE_UNIT_PRICE_MICRO_LAMPORTS } from "./payment-constants";

export interface PaymentTerms {
  /** The wallet that pays the price and the network fee. */
  payer: string;
  /** The seller's payout wallet. */
  recipient: string;
  platform: string;
  reference: string;
  sellerLamports: bigint;
  feeLamports: bigint;
  /** True for a unique or limited product: the transaction needs the signature of the reference. */
  referenceSigns: boolean;
  blockhash: string;
}

/**
 * The payment as a legacy message: compute budget, transfer of the fee to the platform, transfer to the
 * seller, with the reference as read-only account of both transfers. The seller's is last because
 * `validateTransfer` of `@solana/pay` judges the last instruction only. Without a fee the platform's
 * address is a read-only account of the seller's transfer, so that every sale can be found by it.
 * Throws on an invalid address.
 */
export function paymentMessage(terms: PaymentTerms): Message {
  const payer = new PublicKey(terms.payer);
  const recipient = new PublicKey(terms.recipient);
  const platform = new PublicKey(terms.platform);
  const reference = readonly(new PublicKey(terms.reference), terms.referenceSigns);
  const extraAccounts =
    terms.feeLamports === 0n ? [reference, readonly(platform, false)] : [reference];
  const instructions = [
    ComputeBudgetProgram.setComputeUnitLimit({ units: COMPUTE_UNIT_LIMIT }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: COMPUTE_UNIT_PRICE_MICRO_LAMPORTS }),
  ];
  if (terms.feeLamports > 0n) {
    instructions.push(transfer(payer, platform, terms.feeLamports, [reference]));
  }
  instructions.push(transfer(payer, recipient, terms.sellerLamports, extraAccounts));
  const { blockhash: recentBlockhash } = terms;
  return new TransactionMessage({
    payerKey: payer,
    recentBlockhash,
    instructions,
  }).compileToLegacyMessage();
}

function transfer(
  fromPubkey: PublicKey,
  toPubkey: PublicKey,
  lamports: bigint,
  extraAccounts: AccountMeta[],
): TransactionInstruction {
  const instruction = SystemProgram.transfer({ fromPubkey, toPubkey, lamports });
  instruction.keys.push(...extraAccounts);
  return instruction;
}

function readonly(pubkey: PublicKey, isSigner: boolean): AccountMeta {
  return { pubkey, isSigner, isWritable: false };
}
