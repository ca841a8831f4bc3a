import { createHash } from "node:crypto";
import { MessageV0, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";

/** Largest transaction on the wire, in bytes (PACKET_DATA_SIZE). */
export const MAX_TRANSACTION_BYTES = 1232;
/** Account keys are named by one byte in a message. */
const MAX_ACCOUNTS = 256;

/** Bytes that are no transaction; `message` is what a node answers. */
export class WireError extends Error {}

export interface TableLookup {
  readonly table: string;
  readonly writable: readonly number[];
  readonly readonly: readonly number[];
}

export interface WireInstruction {
  readonly programIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

/** A transaction whose form is sound: every count and index fits. Its meaning is not judged yet. */
export interface WireTransaction {
  readonly raw: Uint8Array;
  readonly version: "legacy" | 0;
  readonly signatures: readonly string[];
  /** SHA-256 of the message, by which duplicates are known. */
  readonly messageHash: string;
  readonly header: WireMessage["header"];
  readonly staticKeys: readonly string[];
  readonly blockhash: string;
  readonly instructions: readonly WireInstruction[];
  readonly lookups: readonly TableLookup[];
}

/** The message alone, as fee questions carry it. */
export interface WireMessage {
  readonly version: "legacy" | 0;
  readonly header: {
    readonly numRequiredSignatures: number;
    readonly numReadonlySignedAccounts: number;
    readonly numReadonlyUnsignedAccounts: number;
  };
  readonly staticKeys: readonly string[];
  readonly blockhash: string;
  readonly instructions: readonly WireInstruction[];
  readonly lookups: readonly TableLookup[];
}

/**
 * Reads the bytes of a transaction. The VM ends the process on malformed ones, so nothing reaches
 * it that does not come out the same when written again and does not pass Solana's sanitizing.
 *
 * @throws WireError
 */
export function parseWire(raw: Uint8Array): WireTransaction {
  if (raw.length > MAX_TRANSACTION_BYTES) {
    throw new WireError(
      `decoded solana_transaction::versioned::VersionedTransaction too large: ${raw.length} bytes (max: ${MAX_TRANSACTION_BYTES} bytes)`,
    );
  }
  const transaction = decode(raw);
  const message = readMessage(transaction.message);
  if (transaction.signatures.length !== message.header.numRequiredSignatures) {
    throw new WireError(UNSOUND);
  }
  return {
    ...message,
    raw,
    signatures: transaction.signatures.map((signature) => bs58.encode(signature)),
    messageHash: createHash("sha256").update(transaction.message.serialize()).digest("base64"),
  };
}

const UNSOUND = "invalid transaction: Transaction failed to sanitize accounts offsets correctly";
const UNSUPPORTED = "invalid transaction: Transaction version is unsupported";
const UNREADABLE =
  "failed to deserialize solana_transaction::versioned::VersionedTransaction: invalid bytes";

function decode(raw: Uint8Array): VersionedTransaction {
  try {
    const transaction = VersionedTransaction.deserialize(raw);
    const written = transaction.serialize();
    if (Buffer.compare(written, raw) === 0) return transaction;
  } catch {
    // The library throws many kinds of errors here; to a client they are all the same.
  }
  throw new WireError(UNREADABLE);
}

/**
 * Checks and flattens a decoded message.
 *
 * @throws WireError
 */
export function readMessage(source: VersionedTransaction["message"]): WireMessage {
  const { version } = source;
  if (version !== "legacy" && version !== 0) throw new WireError(UNSUPPORTED);
  const lookups = source instanceof MessageV0 ? source.addressTableLookups : [];
  const message: WireMessage = {
    version,
    header: source.header,
    staticKeys: source.staticAccountKeys.map((key) => key.toBase58()),
    blockhash: source.recentBlockhash,
    instructions: source.compiledInstructions.map((instruction) => ({
      programIndex: instruction.programIdIndex,
      accounts: [...instruction.accountKeyIndexes],
      data: Uint8Array.from(instruction.data),
    })),
    lookups: lookups.map((lookup) => ({
      table: lookup.accountKey.toBase58(),
      writable: [...lookup.writableIndexes],
      readonly: [...lookup.readonlyIndexes],
    })),
  };
  if (!isSound(message)) throw new WireError(UNSOUND);
  return message;
}

/** The rules of `sanitize` in Solana's message crates. */
function isSound({ header, staticKeys, instructions, lookups }: WireMessage): boolean {
  const signers = header.numRequiredSignatures;
  const loaded = lookups.map((lookup) => lookup.writable.length + lookup.readonly.length);
  const total = loaded.reduce((sum, count) => sum + count, staticKeys.length);
  if (signers === 0 || header.numReadonlySignedAccounts >= signers) return false;
  if (signers + header.numReadonlyUnsignedAccounts > staticKeys.length) return false;
  if (total > MAX_ACCOUNTS || loaded.includes(0)) return false;
  return instructions.every(
    ({ programIndex, accounts }) =>
      programIndex > 0 &&
      programIndex < staticKeys.length &&
      accounts.every((account) => account < total),
  );
}

/** Whether the account at `index` of the static keys may be written. */
export function isWritableStatic(message: WireMessage, index: number): boolean {
  const { numRequiredSignatures: signers } = message.header;
  if (index < signers) return index < signers - message.header.numReadonlySignedAccounts;
  return index < message.staticKeys.length - message.header.numReadonlyUnsignedAccounts;
}
