import bs58 from "bs58";
import { ADDRESS_BYTES, SIGNATURE_BYTES } from "../../solana/address";
import { COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from "../../solana/keys";

export interface TransferSummary {
  from: string;
  to: string;
  lamports: bigint;
}

export interface TransactionSummary {
  signers: string[];
  /** The bytes that are signed. */
  message: Uint8Array;
  transfers: TransferSummary[];
  /** True where it has instructions besides SOL transfers and the compute budget. */
  hasOtherInstructions: boolean;
}

/** SystemInstruction::Transfer: u32 tag 2, u64 lamports, little endian. */
const TRANSFER_TAG = 2;
const TRANSFER_BYTES = 12;

/** Largest transaction that is read, in bytes. */
const MAX_TRANSACTION_BYTES = 1232;

/** What a transaction transfers, for the user to review before signing. Null where it is malformed. */
export function readTransfers(transaction: Uint8Array): TransactionSummary | null {
  if (transaction.length > MAX_TRANSACTION_BYTES) return null;
  try {
    const { message, signers, keys, instructions } = readTransaction(transaction);
    const parsed = instructions.map((one) => readTransfer(one, keys));
    const transfers = parsed.filter((one) => one !== null);
    const hasOtherInstructions = instructions.some(
      (one, index) => parsed[index] === null && keys[one.program] !== COMPUTE_BUDGET_PROGRAM,
    );
    return { signers, message, transfers, hasOtherInstructions };
  } catch {
    return null;
  }
}

interface Instruction {
  program: number;
  accounts: Uint8Array;
  data: Uint8Array;
}

function readTransfer({ program, accounts, data }: Instruction, keys: string[]) {
  const from = keys[accounts[0] ?? -1];
  const to = keys[accounts[1] ?? -1];
  if (keys[program] !== SYSTEM_PROGRAM || !from || !to || data.length < TRANSFER_BYTES) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (view.getUint32(0, true) !== TRANSFER_TAG) return null;
  return { from, to, lamports: view.getBigUint64(4, true) };
}

/**
 * Parses signatures and a legacy or version 0 message: header, keys, blockhash, instructions. It
 * replaces a Solana library, which is too large for the browser. Throws on malformed bytes.
 */
function readTransaction(bytes: Uint8Array) {
  let at = 0;
  const take = (size: number) => {
    if (at + size > bytes.length) throw new RangeError("cut off");
    at += size;
    return bytes.slice(at - size, at);
  };
  const byte = () => take(1)[0] ?? 0;
  const count = () => {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const part = byte();
      value |= (part & 0x7f) << shift;
      if (!(part & 0x80)) return value;
    }
    throw new RangeError("bad length");
  };
  const signatures = count();
  take(signatures * SIGNATURE_BYTES);
  const message = bytes.slice(at);
  const first = byte();
  // The highest bit marks a version byte before the header.
  if (first & 0x80 && first !== 0x80) throw new RangeError("unknown version");
  const required = first & 0x80 ? byte() : first;
  take(2);
  const keys = Array.from({ length: count() }, () => bs58.encode(take(ADDRESS_BYTES)));
  if (required !== signatures || keys.length < required) throw new RangeError("bad header");
  take(ADDRESS_BYTES);
  const instructions = Array.from({ length: count() }, (): Instruction => {
    const program = byte();
    const accounts = take(count());
    return { program, accounts, data: take(count()) };
  });
  return { message, signers: keys.slice(0, required), keys, instructions };
}
