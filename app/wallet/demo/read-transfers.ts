import { base58, COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from "../../solana/keys";
import { decodeTransaction } from "../../solana/wire-transaction";

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

/** What a transaction pays, for a person to judge before signing. Null where it is malformed. */
export function readTransfers(transaction: Uint8Array): ShownTransaction | null {
  const wire = decodeTransaction(transaction);
  if (!wire) return null;
  const { message, signers } = wire;
  try {
    const { keys, instructions } = readMessage(message, wire.version === "legacy" ? 0 : 1);
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

/** Legacy and v0 messages alike: header, keys, blockhash, instructions. */
function readMessage(message: Uint8Array, header: number) {
  let at = header + 3;
  const take = (size: number) => {
    if (at + size > message.length) throw new RangeError("cut off");
    at += size;
    return message.slice(at - size, at);
  };
  const count = () => {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = take(1)[0] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (!(byte & 0x80)) return value;
    }
    throw new RangeError("bad length");
  };
  const keys = Array.from({ length: count() }, () => base58(take(32)));
  take(32);
  const instructions = Array.from({ length: count() }, (): Instruction => {
    const program = take(1)[0] ?? 0;
    const accounts = take(count());
    return { program, accounts, data: take(count()) };
  });
  return { keys, instructions };
}
