import type { VersionedMessage } from "@solana/web3.js";
import type { Chain } from "./chain";
import { SYSTEM_PROGRAM } from "./keys";
import { type RawTransaction, signedPart } from "./raw-transaction";
import { decodeWireText, hasValidSignatures, type WireTransaction } from "./wire-transaction";

/** First byte of SystemInstruction::AdvanceNonceAccount. */
const ADVANCE_NONCE_TAG = 4;

export interface SignedBytes {
  bytes: Uint8Array;
  wire: WireTransaction;
  /** The fee payer's, base58, which identifies the transaction. */
  signature: string;
}

/**
 * Reads wire bytes (base64) that a wallet returned. Null where they are malformed, or where a signature
 * is wrong or missing, except for that of `missing`, which must be required and absent. Null also for a
 * durable nonce, with which a transaction does not expire.
 */
export async function readSignedTransaction(
  text: string,
  missing: string | null,
): Promise<SignedBytes | null> {
  const decoded = decodeWireText(text);
  const signature = decoded?.wire.signatures[0];
  if (!decoded || !signature || usesDurableNonce(decoded.wire.message)) return null;
  if (missing !== null && !decoded.wire.signers.includes(missing)) return null;
  return (await hasValidSignatures(decoded.wire, missing)) ? { ...decoded, signature } : null;
}

/**
 * A transaction that has not run, in the form in which payments are verified: without inner
 * instructions. Null where a lookup table does not have what it refers to.
 */
export async function toRawTransaction(
  wire: WireTransaction,
  { chain }: { chain: Pick<Chain, "lookupTables"> },
): Promise<RawTransaction | null> {
  const loadedAddresses = await loadAddresses(wire.message, chain);
  if (!loadedAddresses) return null;
  const meta = { err: null, innerInstructions: [], loadedAddresses };
  return { node: NO_NODE, slot: 0, meta, transaction: signedPart(wire) };
}

/** It was not read from a node. */
const NO_NODE = -1;

async function loadAddresses(message: VersionedMessage, chain: Pick<Chain, "lookupTables">) {
  const lookups = message.addressTableLookups;
  const loaded = { writable: [] as string[], readonly: [] as string[] };
  if (lookups.length === 0) return loaded;
  const tables = await chain.lookupTables(lookups.map(({ accountKey }) => accountKey.toBase58()));
  for (const [at, { writableIndexes, readonlyIndexes }] of lookups.entries()) {
    const table = tables[at] ?? [];
    for (const [into, indexes] of [
      [loaded.writable, writableIndexes],
      [loaded.readonly, readonlyIndexes],
    ] as const) {
      for (const index of indexes) {
        const address = table[index];
        if (address === undefined) return null;
        into.push(address);
      }
    }
  }
  return loaded;
}

function usesDurableNonce(message: VersionedMessage): boolean {
  const [first] = message.compiledInstructions;
  const program = first && message.staticAccountKeys[first.programIdIndex];
  return program?.toBase58() === SYSTEM_PROGRAM && first?.data[0] === ADVANCE_NONCE_TAG;
}
