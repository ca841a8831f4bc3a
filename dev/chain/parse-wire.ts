import { createHash } from "node:crypto";
import { MessageV0, MessageV1, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import {
  encodeMessageV1,
  MAX_V1_TRANSACTION_BYTES,
  passesSanitizeV1,
  type TransactionConfig,
  VERSION_1_PREFIX,
} from "./wire-v1";

/** Largest legacy or version 0 transaction on the wire, in bytes (PACKET_DATA_SIZE). */
const MAX_V0_TRANSACTION_BYTES = 1232;
/** Account keys are named by one byte in a message. */
const MAX_ACCOUNTS = 256;

/** Malformed bytes; `message` is the text that a node answers with. */
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

/** A well-formed transaction: every count and index is in range. Signatures and blockhash are unchecked. */
export interface WireTransaction {
  readonly raw: Uint8Array;
  readonly version: "legacy" | 0 | 1;
  readonly signatures: readonly string[];
  /** SHA-256 of the message, which identifies duplicates. */
  readonly messageHash: string;
  readonly header: WireMessage["header"];
  readonly staticKeys: readonly string[];
  readonly blockhash: string;
  readonly instructions: readonly WireInstruction[];
  readonly lookups: readonly TableLookup[];
  /** The compute budget of a version 1 transaction. */
  readonly config: TransactionConfig | null;
}

/** The message alone, as fee questions carry it. */
export interface WireMessage {
  readonly version: "legacy" | 0 | 1;
  readonly header: {
    readonly numRequiredSignatures: number;
    readonly numReadonlySignedAccounts: number;
    readonly numReadonlyUnsignedAccounts: number;
  };
  readonly staticKeys: readonly string[];
  readonly blockhash: string;
  readonly instructions: readonly WireInstruction[];
  readonly lookups: readonly TableLookup[];
  readonly config: TransactionConfig | null;
}

/** Largest transaction whose first byte is `first`, in bytes. */
function maxTransactionBytes(first: number | undefined): number {
  return first === VERSION_1_PREFIX ? MAX_V1_TRANSACTION_BYTES : MAX_V0_TRANSACTION_BYTES;
}

/** Transactions that were parsed last, by their bytes: each is sent, simulated and shown many times. */
const parsed = new Map<string, WireTransaction>();
const KEPT_PARSED = 200;

/**
 * Parses a transaction. The VM ends the process on malformed bytes, so only those pass that
 * serialize back to themselves and satisfy Solana's `sanitize`.
 *
 * @throws WireError
 */
export function parseWire(raw: Uint8Array): WireTransaction {
  const maxBytes = maxTransactionBytes(raw[0]);
  if (raw.length > maxBytes) {
    throw new WireError(
      `decoded solana_transaction::versioned::VersionedTransaction too large: ${raw.length} bytes (max: ${maxBytes} bytes)`,
    );
  }
  const key = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("latin1");
  const known = parsed.get(key);
  if (known) return known;
  const wire = readWire(Uint8Array.from(raw));
  if (parsed.size >= KEPT_PARSED) parsed.clear();
  parsed.set(key, wire);
  return wire;
}

function readWire(raw: Uint8Array): WireTransaction {
  const transaction = decode(raw);
  const message = readMessage(transaction.message);
  if (transaction.signatures.length !== message.header.numRequiredSignatures) {
    throw new WireError(NOT_SANITIZED);
  }
  return {
    ...message,
    raw,
    signatures: transaction.signatures.map((signature) => bs58.encode(signature)),
    messageHash: createHash("sha256").update(encodeMessage(transaction)).digest("base64"),
  };
}

const NOT_SANITIZED =
  "invalid transaction: Transaction failed to sanitize accounts offsets correctly";
const UNSUPPORTED = "invalid transaction: Transaction version is unsupported";
const UNREADABLE =
  "failed to deserialize solana_transaction::versioned::VersionedTransaction: invalid bytes";

function decode(raw: Uint8Array): VersionedTransaction {
  try {
    const transaction = VersionedTransaction.deserialize(raw);
    const written = encode(transaction);
    if (Buffer.compare(written, raw) === 0) return transaction;
  } catch {
    // The library throws errors of many kinds here; a node answers all of them alike.
  }
  throw new WireError(UNREADABLE);
}

function encode(transaction: VersionedTransaction): Uint8Array {
  if (!(transaction.message instanceof MessageV1)) return transaction.serialize();
  return Buffer.concat([encodeMessage(transaction), ...transaction.signatures]);
}

function encodeMessage({ message }: VersionedTransaction): Uint8Array {
  return message instanceof MessageV1 ? encodeMessageV1(message) : message.serialize();
}

/**
 * Checks and flattens a decoded message.
 *
 * @throws WireError
 */
export function readMessage(source: VersionedTransaction["message"]): WireMessage {
  const { version } = source;
  if (version !== "legacy" && version !== 0 && version !== 1) throw new WireError(UNSUPPORTED);
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
    config: source instanceof MessageV1 ? source.transactionConfig : null,
  };
  const isSane = !(source instanceof MessageV1) || passesSanitizeV1(source);
  if (!isSane || !passesSanitize(message)) throw new WireError(NOT_SANITIZED);
  return message;
}

/** The rules of `sanitize` in Solana's message crates. */
function passesSanitize({ header, staticKeys, instructions, lookups }: WireMessage): boolean {
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
