import bs58 from "bs58";
import { parseInstruction } from "./parse-instruction";
import { isWritableStatic, parseWire, type WireTransaction } from "./parse-wire";
import type { LandedTransaction } from "./types";

export type TransactionEncoding = "json" | "jsonParsed" | "base64" | "base58";

/** A landed transaction in the JSON form of `getTransaction`. */
export function encodeTransaction(record: LandedTransaction, encoding: TransactionEncoding) {
  const wire = parseWire(record.raw);
  return {
    slot: record.slot,
    blockTime: record.blockTime,
    version: wire.version,
    transaction: encodeBody(record, wire, encoding),
    meta: encodeMeta(record, wire, encoding === "jsonParsed"),
  };
}

function encodeBody(
  record: LandedTransaction,
  wire: WireTransaction,
  encoding: TransactionEncoding,
) {
  if (encoding === "base64") return [Buffer.from(record.raw).toString("base64"), "base64"];
  if (encoding === "base58") return [bs58.encode(record.raw), "base58"];
  const message = encoding === "json" ? plainMessage(wire) : parsedMessage(record, wire);
  return { signatures: wire.signatures, message };
}

function plainMessage(wire: WireTransaction) {
  return {
    header: wire.header,
    accountKeys: wire.staticKeys,
    recentBlockhash: wire.blockhash,
    instructions: wire.instructions.map((instruction) => ({
      programIdIndex: instruction.programIndex,
      accounts: instruction.accounts,
      data: bs58.encode(instruction.data),
      stackHeight: 1,
    })),
    ...versionFields(wire),
  };
}

function parsedMessage(record: LandedTransaction, wire: WireTransaction) {
  const keys = allKeys(record, wire);
  return {
    accountKeys: accountKeys(record, wire),
    recentBlockhash: wire.blockhash,
    instructions: wire.instructions.map((instruction) =>
      parseInstruction(keys, instruction.programIndex, instruction.accounts, instruction.data, 1),
    ),
    ...versionFields(wire),
  };
}

/** The fields of a message that only some versions have. */
function versionFields({ version, lookups, config }: WireTransaction) {
  if (config) return { transactionConfig: config };
  if (version === "legacy") return {};
  return {
    addressTableLookups: lookups.map((lookup) => ({
      accountKey: lookup.table,
      writableIndexes: lookup.writable,
      readonlyIndexes: lookup.readonly,
    })),
  };
}

function accountKeys(record: LandedTransaction, wire: WireTransaction) {
  const fixed = wire.staticKeys.map((pubkey, at) => ({
    pubkey,
    signer: at < wire.header.numRequiredSignatures,
    writable: isWritableStatic(wire, at),
    source: "transaction",
  }));
  const loaded = (["writable", "readonly"] as const).flatMap((kind) =>
    record.loaded[kind].map((pubkey) => ({
      pubkey,
      signer: false,
      writable: kind === "writable",
      source: "lookupTable",
    })),
  );
  return [...fixed, ...loaded];
}

function encodeMeta(record: LandedTransaction, wire: WireTransaction, parsed: boolean) {
  const keys = allKeys(record, wire);
  return {
    err: record.err,
    status: record.err === null ? { Ok: null } : { Err: record.err },
    fee: record.fee,
    preBalances: record.preBalances,
    postBalances: record.postBalances,
    preTokenBalances: record.preTokenBalances,
    postTokenBalances: record.postTokenBalances,
    innerInstructions: parsed
      ? record.innerInstructions.map(({ index, instructions }) => ({
          index,
          instructions: instructions.map((inner) =>
            parseInstruction(
              keys,
              inner.programIdIndex,
              inner.accounts,
              bs58.decode(inner.data),
              inner.stackHeight,
            ),
          ),
        }))
      : record.innerInstructions,
    logMessages: record.logs,
    // A parsed message lists the loaded accounts among its keys.
    ...(!parsed && { loadedAddresses: record.loaded }),
    computeUnitsConsumed: record.computeUnits,
    ...(record.returnData && { returnData: record.returnData }),
    rewards: [],
  };
}

function allKeys(record: LandedTransaction, wire: WireTransaction): string[] {
  return [...wire.staticKeys, ...record.loaded.writable, ...record.loaded.readonly];
}
