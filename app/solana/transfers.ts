import bs58 from "bs58";
import { SYSTEM_PROGRAM } from "./keys";
import { accountKeysOf, type RawInstruction, type RawTransaction } from "./raw-transaction";

export interface Transfer {
  source: string;
  destination: string;
  lamports: bigint;
  /** Accounts of the instruction after source and destination, in order. */
  extra: string[];
  /** True where the source signed the transaction. */
  sourceSigned: boolean;
}

/** What can be paid with. A token would be read from the transfers of its program. */
export type Asset = "SOL";

/**
 * Every transfer of an asset in a transaction, top-level and inner ones, in no defined order. The only reader
 * of transfers.
 */
export function transfersOf(asset: Asset, raw: RawTransaction): Transfer[] {
  const { header, instructions } = raw.transaction.message;
  const keys = accountKeysOf(raw);
  const inner = raw.meta?.innerInstructions?.flatMap((group) => group.instructions) ?? [];
  return [...instructions, ...inner].flatMap((instruction) => {
    const transfer = READERS[asset](instruction, keys, header.numRequiredSignatures);
    return transfer ? [transfer] : [];
  });
}

type Reader = (instruction: RawInstruction, keys: string[], signers: number) => Transfer | null;

const READERS: Readonly<Record<Asset, Reader>> = { SOL: readSystemTransfer };

function readSystemTransfer(
  instruction: RawInstruction,
  keys: string[],
  signers: number,
): Transfer | null {
  if (keys[instruction.programIdIndex] !== SYSTEM_PROGRAM) return null;
  const lamports = transferLamports(instruction.data);
  if (lamports === null) return null;
  const accounts = instruction.accounts.map((index) => keys[index]);
  if (!accounts.every((account) => account !== undefined)) return null;
  const [source, destination, ...extra] = accounts;
  const sourceIndex = instruction.accounts[0];
  if (source === undefined || destination === undefined || sourceIndex === undefined) return null;
  return { source, destination, lamports, extra, sourceSigned: sourceIndex < signers };
}

const TRANSFER_TAG = 2;
const TRANSFER_BYTES = 12;
/** A transfer has at most 17 characters. Longer data is not decoded: that takes square time. */
const MAX_DATA_CHARS = 64;

/** SystemInstruction::Transfer: u32 tag 2, u64 lamports, little endian; further bytes are ignored. */
function transferLamports(data: string): bigint | null {
  if (data.length > MAX_DATA_CHARS) return null;
  const bytes = bs58.decodeUnsafe(data);
  if (!bytes || bytes.length < TRANSFER_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getUint32(0, true) === TRANSFER_TAG ? view.getBigUint64(4, true) : null;
}
