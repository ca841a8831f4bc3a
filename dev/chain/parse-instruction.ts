import bs58 from "bs58";
import type { WireTransaction } from "./parse-wire";

export const COMPUTE_BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111";
export const SYSTEM_PROGRAM = "11111111111111111111111111111111";
const MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
export const MEMO_PROGRAMS = new Set([MEMO_PROGRAM, "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVddwQDxFMNo"]);
/** `SystemInstruction::Transfer`: a 32-bit tag and 64 bits of lamports, in little endian. */
const TRANSFER_TAG = 2;
const TRANSFER_BYTES = 12;

/**
 * An instruction as `jsonParsed` shows it. Transfers and memos are decoded; any other program
 * gets the form that nodes use for unknown programs.
 */
export function parseInstruction(
  keys: readonly string[],
  programIndex: number,
  accountIndexes: readonly number[],
  data: Uint8Array,
  stackHeight: number,
) {
  const programId = keys[programIndex] ?? "";
  const accounts = accountIndexes.map((index) => keys[index] ?? "");
  if (programId === MEMO_PROGRAM) {
    const parsed = Buffer.from(data).toString("utf8");
    return { program: "spl-memo", programId, parsed, stackHeight };
  }
  const lamports = programId === SYSTEM_PROGRAM ? transferredLamports(data) : undefined;
  if (lamports === undefined || accounts.length < 2) {
    return { programId, accounts, data: bs58.encode(data), stackHeight };
  }
  const [source, destination] = accounts;
  const parsed = { type: "transfer", info: { source, destination, lamports } };
  return { program: "system", programId, parsed, stackHeight };
}

function transferredLamports(data: Uint8Array): number | undefined {
  const bytes = Buffer.from(data);
  if (bytes.length !== TRANSFER_BYTES || bytes.readUInt32LE(0) !== TRANSFER_TAG) return undefined;
  return Number(bytes.readBigUInt64LE(4));
}

/** The memos of a transaction as signature lists show them: `[bytes] text`, joined by `; `. */
export function memoOf(wire: WireTransaction): string | null {
  const memos = wire.instructions
    .filter((instruction) => MEMO_PROGRAMS.has(wire.staticKeys[instruction.programIndex] ?? ""))
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString("utf8")}`);
  return memos.length === 0 ? null : memos.join("; ");
}
