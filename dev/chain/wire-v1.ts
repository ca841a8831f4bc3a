import type { MessageV1 } from "@solana/web3.js";
import bs58 from "bs58";

/** First byte of a version 1 transaction. */
export const VERSION_1_PREFIX = 0x81;
/** Largest version 1 transaction on the wire, in bytes. */
export const MAX_V1_TRANSACTION_BYTES = 4096;

/** Limits of the format (SIMD-0385). */
const MAX_SIGNATURES = 12;
const MAX_ADDRESSES = 64;
const MAX_INSTRUCTIONS = 64;
const HEAP_STEP_BYTES = 1024;
const MIN_HEAP_BYTES = 32 * HEAP_STEP_BYTES;
const MAX_HEAP_BYTES = 256 * HEAP_STEP_BYTES;

const PRIORITY_FEE_BITS = 0b00011;
const COMPUTE_UNIT_LIMIT_BIT = 0b00100;
const LOADED_ACCOUNTS_LIMIT_BIT = 0b01000;
const HEAP_SIZE_BIT = 0b10000;

/** The compute budget of a version 1 message; null where a field is not set. */
export type TransactionConfig = MessageV1["transactionConfig"];

/**
 * The bytes of a version 1 message, which are signed. `@solana/web3.js` decodes this format and
 * can't encode it.
 */
export function encodeMessageV1(message: MessageV1): Uint8Array {
  const { header, staticAccountKeys, compiledInstructions } = message;
  const { mask, values } = encodeConfig(message.transactionConfig);
  return Buffer.concat([
    Uint8Array.of(
      VERSION_1_PREFIX,
      header.numRequiredSignatures,
      header.numReadonlySignedAccounts,
      header.numReadonlyUnsignedAccounts,
    ),
    u32(mask),
    bs58.decode(message.recentBlockhash),
    Uint8Array.of(compiledInstructions.length, staticAccountKeys.length),
    ...staticAccountKeys.map((key) => key.toBytes()),
    ...values,
    ...compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) =>
      Uint8Array.of(
        programIdIndex,
        accountKeyIndexes.length,
        data.length & 0xff,
        (data.length >> 8) & 0xff,
      ),
    ),
    ...compiledInstructions.flatMap(({ accountKeyIndexes, data }) => [
      Uint8Array.from(accountKeyIndexes),
      data,
    ]),
  ]);
}

/** The rules of `sanitize` that only version 1 messages have. */
export function passesSanitizeV1(message: MessageV1): boolean {
  const { header, staticAccountKeys, compiledInstructions } = message;
  const { heapSize } = message.transactionConfig;
  if (header.numRequiredSignatures > MAX_SIGNATURES) return false;
  if (compiledInstructions.length > MAX_INSTRUCTIONS) return false;
  if (staticAccountKeys.length > MAX_ADDRESSES) return false;
  if (new Set(staticAccountKeys.map(String)).size < staticAccountKeys.length) return false;
  return (
    heapSize === null ||
    (heapSize % HEAP_STEP_BYTES === 0 && heapSize >= MIN_HEAP_BYTES && heapSize <= MAX_HEAP_BYTES)
  );
}

function encodeConfig(config: TransactionConfig): { mask: number; values: Uint8Array[] } {
  const { priorityFee, computeUnitLimit, loadedAccountsDataSizeLimit, heapSize } = config;
  const fields = [
    [PRIORITY_FEE_BITS, priorityFee, u64],
    [COMPUTE_UNIT_LIMIT_BIT, computeUnitLimit, u32],
    [LOADED_ACCOUNTS_LIMIT_BIT, loadedAccountsDataSizeLimit, u32],
    [HEAP_SIZE_BIT, heapSize, u32],
  ] as const;
  let mask = 0;
  const values: Uint8Array[] = [];
  for (const [bits, value, encode] of fields) {
    if (value === null) continue;
    mask |= bits;
    values.push(encode(value));
  }
  return { mask, values };
}

function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
