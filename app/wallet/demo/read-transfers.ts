import bs58 from "bs58";
import { ADDRESS_BYTES, SIGNATURE_BYTES } from "../../solana/address";
import { COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from "../../solana/keys";

export interface ShownTransfer {
  from: string;
  to: string;
  lamports: bigint;
}

export interface ShownTransaction {
  signers: string[];
  /** What is signed. */
  message: Uint8Array;
  transfers: ShownTransfer[];
  /** True where the transaction does more than move SOL between the accounts it names. */
  more: boolean;
}

/** SystemInstruction::Transfer: u32 tag 2, u64 lamports, little endian. */
const TRANSFER_TAG = 2;
const TRANSFER_BYTES = 12;

/** Largest transaction that is read, in bytes. */
const MAX_TRANSACTION_BYTES = 1232;

/** What a transaction pays, for a person to judge before signing. Null where it is malformed. */
export function readTransfers(transaction: Uint8Array): ShownTransaction | null {
  if (transaction.length > MAX_TRANSACTION_BYTES) return null;
  try {
    const { message, signers, keys, instructions } = readTransaction(transaction);
    const shown = instructions.map((one) => readTransfer(one, keys));
    const transfers = shown.filter((one) => one !== null);
    const more = instructions.some(
      (one, index) => shown[index] === null && keys[one.program] !== COMPUTE_BUDGET_PROGRAM,
    );
    return { signers, message, transfers, more };
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
 * Signatures, then a legacy or version 0 message: header, keys, blockhash, instructions. The browser
 * has no Solana library: this reads the little that the dialog shows. Throws where bytes are missing.
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
  // The highest bit says that a version stands before the header.
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
