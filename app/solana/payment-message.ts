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

/** A part of the payment: `seller` and `platform` are the roles that the message treats differently. */
export interface MessageLeg {
  role: string;
  wallet: string;
  /** Lamports as decimal text. */
  amount: string;
}

export interface PaymentTerms {
  /** The wallet that pays the price and the network fee. */
  payer: string;
  platform: string;
  reference: string;
  /** One transfer each, in this order; the seller's is the last one. */
  legs: readonly MessageLeg[];
  /** True for a unique or limited product: the transaction needs the signature of the reference. */
  referenceSigns: boolean;
  blockhash: string;
}

/**
 * The payment as a legacy message: compute budget, and a transfer for each leg, with the reference as
 * read-only account of all. The seller's is last because `validateTransfer` of `@solana/pay` judges the last
 * instruction only. Without a leg for it the platform's address is a read-only account of the seller's
 * transfer, so that every sale can be found by it. Throws on an invalid address.
 */
export function paymentMessage(terms: PaymentTerms): Message {
  const payer = new PublicKey(terms.payer);
  const platform = readonly(new PublicKey(terms.platform), false);
  const reference = readonly(new PublicKey(terms.reference), terms.referenceSigns);
  const hasPlatform = terms.legs.some(({ role }) => role === "platform");
  const instructions = [
    ComputeBudgetProgram.setComputeUnitLimit({ units: COMPUTE_UNIT_LIMIT }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: COMPUTE_UNIT_PRICE_MICRO_LAMPORTS }),
  ];
  for (const { role, wallet, amount } of terms.legs) {
    const named = role === "seller" && !hasPlatform ? [reference, platform] : [reference];
    instructions.push(transfer(payer, new PublicKey(wallet), BigInt(amount), named));
  }
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
