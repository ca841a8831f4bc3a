import { COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from "./keys";
import {
  type AccountMeta,
  type CompiledMessage,
  compileMessage,
  type Instruction,
} from "./message";
import { COMPUTE_UNIT_LIMIT, COMPUTE_UNIT_PRICE } from "./payment-constants";

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
 * the seller's transfer, so that every sale can be found by the platform's address.
 */
export function paymentMessage(terms: PaymentTerms): CompiledMessage {
  const reference = readonly(terms.reference, terms.referenceSigns);
  const platform = readonly(terms.platform, false);
  const extra = terms.feeLamports === 0n ? [reference, platform] : [reference];
  const instructions = [
    computeUnitLimit(COMPUTE_UNIT_LIMIT),
    computeUnitPrice(COMPUTE_UNIT_PRICE),
    transfer(terms.payer, terms.recipient, terms.sellerLamports, extra),
  ];
  if (terms.feeLamports > 0n) {
    instructions.push(transfer(terms.payer, terms.platform, terms.feeLamports, [reference]));
  }
  return compileMessage(terms.payer, instructions, terms.blockhash);
}

function computeUnitLimit(units: number): Instruction {
  const data = new Uint8Array(5);
  data[0] = 2;
  new DataView(data.buffer).setUint32(1, units, true);
  return { program: COMPUTE_BUDGET_PROGRAM, accounts: [], data };
}

function computeUnitPrice(microLamports: bigint): Instruction {
  const data = new Uint8Array(9);
  data[0] = 3;
  new DataView(data.buffer).setBigUint64(1, microLamports, true);
  return { program: COMPUTE_BUDGET_PROGRAM, accounts: [], data };
}

function transfer(from: string, to: string, lamports: bigint, extra: AccountMeta[]): Instruction {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, 2, true);
  view.setBigUint64(4, lamports, true);
  const accounts = [
    { address: from, signer: true, writable: true },
    { address: to, signer: false, writable: true },
    ...extra,
  ];
  return { program: SYSTEM_PROGRAM, accounts, data };
}

function readonly(address: string, signer: boolean): AccountMeta {
  return { address, signer, writable: false };
}
