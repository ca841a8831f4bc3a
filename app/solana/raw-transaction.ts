import bs58 from "bs58";
import { COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from "./keys";
import { decodeTransaction, hasValidSignatures, type WireTransaction } from "./wire-transaction";

/** An instruction as `getTransaction` returns it in `innerInstructions`. */
export interface RawInstruction {
  programIdIndex: number;
  accounts: number[];
  /** Base58. */
  data: string;
}

/** What only nodes can tell about a transaction. */
export interface TransactionMeta {
  err: unknown;
  /** Lamports that were paid for it. */
  fee?: number | null | undefined;
  innerInstructions?: { index: number; instructions: RawInstruction[] }[] | null | undefined;
  loadedAddresses?: { writable: string[]; readonly: string[] } | null | undefined;
}

/** What the verification of payments uses of a transaction. */
export interface RawTransaction {
  /** The node that returned it, by its position in the list of nodes. */
  node: number;
  slot: number;
  /** Unix time in seconds; null where the node does not know it. */
  blockTime?: number | null | undefined;
  meta: TransactionMeta | null;
  /** Read from the signed bytes. */
  transaction: {
    signatures: string[];
    message: {
      accountKeys: string[];
      header: { numRequiredSignatures: number };
      instructions: RawInstruction[];
    };
  };
}

/** All accounts of a transaction by index: static keys, then those of lookup tables. */
export function accountKeysOf({ meta, transaction }: RawTransaction): string[] {
  const { writable = [], readonly = [] } = meta?.loadedAddresses ?? {};
  return [...transaction.message.accountKeys, ...writable, ...readonly];
}

/**
 * The transaction with the legs that its signed bytes contain and nothing that a node says of their
 * execution: no inner instructions, no addresses of lookup tables.
 */
export function withStaticLegs(raw: RawTransaction): RawTransaction {
  return { ...raw, meta: raw.meta && { err: raw.meta.err, fee: raw.meta.fee } };
}

/**
 * True where the signed bytes alone tell what the transaction moves once it ran: its programs call no
 * others, and no account comes from a lookup table.
 */
export function hasStaticEffect({ meta, transaction }: RawTransaction): boolean {
  if (!meta || meta.err !== null) return false;
  const { accountKeys, instructions } = transaction.message;
  return instructions.every(({ programIdIndex, accounts }) => {
    const program = accountKeys[programIdIndex];
    const isPlain = program === SYSTEM_PROGRAM || program === COMPUTE_BUDGET_PROGRAM;
    return isPlain && accounts.every((index) => index < accountKeys.length);
  });
}

/** True where both say the same of error, inner instructions and loaded addresses. */
export function isSameMeta(a: RawTransaction["meta"], b: RawTransaction["meta"]): boolean {
  return canonicalMeta(a) === canonicalMeta(b);
}

/** Nodes omit empty lists or return null for them, and add fields of their own. */
function canonicalMeta(meta: RawTransaction["meta"]): string {
  if (!meta) return "null";
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
  const inner = (meta.innerInstructions ?? []).map(({ index, instructions }) => [
    index,
    instructions.map(({ programIdIndex, accounts, data }) => [programIdIndex, accounts, data]),
  ]);
  return JSON.stringify([meta.err, inner, writable, readonly]);
}

/** Longer data is no System transfer. It is left out, since Base58 takes square time. */
const MAX_DATA_BYTES = 64;

/**
 * The signed part of a transaction from its wire bytes; null where they can't be decoded, a signature
 * is missing or bad, or the first signature is another one.
 */
export async function readSignedPart(
  bytes: Uint8Array,
  signature: string,
): Promise<RawTransaction["transaction"] | null> {
  const wire = decodeTransaction(bytes);
  if (!wire || wire.signatures[0] !== signature) return null;
  return (await hasValidSignatures(wire)) ? signedPart(wire) : null;
}

/** What the signed bytes contain. A missing signature is empty. */
export function signedPart({
  message,
  signatures,
}: WireTransaction): RawTransaction["transaction"] {
  return {
    signatures: signatures.map((signature) => signature ?? ""),
    message: {
      accountKeys: message.staticAccountKeys.map((key) => key.toBase58()),
      header: { numRequiredSignatures: message.header.numRequiredSignatures },
      instructions: message.compiledInstructions.map(
        ({ programIdIndex, accountKeyIndexes, data }) => ({
          programIdIndex,
          accounts: [...accountKeyIndexes],
          data: data.length <= MAX_DATA_BYTES ? bs58.encode(data) : "",
        }),
      ),
    },
  };
}
