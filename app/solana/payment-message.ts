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
  /** Wallet that pays and bears the network fee. */
  payer: string;
  /** The seller's payout wallet. */
  recipient: string;
  platform: string;
  reference: string;
  sellerLamports: bigint;
  feeLamports: bigint;
  /** True for a unique or limited product: nothing lands without the order's own signature. */
  referenceSigns: boolean;
  blockhash: string;
}

/**
 * The payment as one legacy message: compute budget, the seller's share, the platform's fee, with
 * the reference read-only on both transfers. Without a fee the platform's key rides read-only on
 * the seller's transfer, so that every sale can be found by the platform's address. Throws where an
 * address is none: the caller has checked them.
 */
export function paymentMessage(terms: PaymentTerms): Message {
  const payer = new PublicKey(terms.payer);
  const recipient = new PublicKey(terms.recipient);
  const platform = new PublicKey(terms.platform);
  const reference = readonly(new PublicKey(terms.reference), terms.referenceSigns);
  const extra = terms.feeLamports === 0n ? [reference, readonly(platform, false)] : [reference];
  const instructions = [
    ComputeBudgetProgram.setComputeUnitLimit({ units: COMPUTE_UNIT_LIMIT }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: COMPUTE_UNIT_PRICE_MICRO_LAMPORTS }),
    transfer(payer, recipient, terms.sellerLamports, extra),
  ];
  if (terms.feeLamports > 0n) {
    instructions.push(transfer(payer, platform, terms.feeLamports, [reference]));
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
  extra: AccountMeta[],
): TransactionInstruction {
  const instruction = SystemProgram.transfer({ fromPubkey, toPubkey, lamports });
  instruction.keys.push(...extra);
  return instruction;
}

function readonly(pubkey: PublicKey, isSigner: boolean): AccountMeta {
  return { pubkey, isSigner, isWritable: false };
}
