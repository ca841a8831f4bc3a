import bs58 from "bs58";
import { SYSTEM_PROGRAM } from "../../app/solana/keys";
import type { RawInstruction, RawTransaction } from "../../app/solana/raw-transaction";

export interface Leg {
  from: string;
  to: string;
  lamports: bigint;
  extra?: string[];
}

interface TransactionSpec {
  signature?: string;
  signers: string[];
  legs: Leg[];
  /** Transfers of inner instructions. */
  inner?: Leg[];
  /** Addresses loaded from a lookup table. */
  loaded?: { writable: string[]; readonly: string[] };
  err?: unknown;
  /** Adds unrelated instructions before and after. */
  guards?: boolean;
}

const GUARD_PROGRAM = "GuardProgram1111111111111111111111111111111";

/** System transfer data in base58. */
export function transferData(lamports: bigint, tag = 2): string {
  const data = new Uint8Array(12);
  new DataView(data.buffer).setUint32(0, tag, true);
  new DataView(data.buffer).setBigUint64(4, lamports, true);
  return bs58.encode(data);
}

/** A transaction as `Chain.transaction` returns it. */
export function rawTransaction(shape: TransactionSpec): RawTransaction {
  const loaded = shape.loaded ?? { writable: [], readonly: [] };
  const fromTable = new Set([...loaded.writable, ...loaded.readonly]);
  const named = [...shape.legs, ...(shape.inner ?? [])].flatMap((leg) => [
    leg.from,
    leg.to,
    ...(leg.extra ?? []),
  ]);
  const statics = [...new Set([...shape.signers, ...named, SYSTEM_PROGRAM, GUARD_PROGRAM])];
  const accountKeys = statics.filter((key) => !fromTable.has(key));
  const keys = [...accountKeys, ...loaded.writable, ...loaded.readonly];
  const instruction = (leg: Leg): RawInstruction => ({
    programIdIndex: keys.indexOf(SYSTEM_PROGRAM),
    accounts: [leg.from, leg.to, ...(leg.extra ?? [])].map((key) => keys.indexOf(key)),
    data: transferData(leg.lamports),
  });
  const guard = { programIdIndex: keys.indexOf(GUARD_PROGRAM), accounts: [0, 1], data: "3Bxs" };
  const legs = shape.legs.map(instruction);
  const instructions = shape.guards ? [guard, guard, ...legs, guard] : legs;
  const inner = shape.inner?.map(instruction);
  return {
    node: 0,
    slot: 77,
    blockTime: 1_700_000_000,
    meta: {
      err: shape.err ?? null,
      innerInstructions: inner ? [{ index: 0, instructions: inner }] : [],
      loadedAddresses: loaded,
    },
    transaction: {
      signatures: [shape.signature ?? "signature"],
      message: {
        accountKeys,
        header: { numRequiredSignatures: shape.signers.length },
        instructions,
      },
    },
  };
}
