import type { WireMessage } from "./parse-wire";

const COMPUTE_BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111";
const SET_UNIT_LIMIT = 2;
const SET_UNIT_PRICE = 3;
/** Compute units that an instruction may use where the message sets no limit. */
const DEFAULT_UNITS = 200_000;
const MAX_UNITS = 1_400_000;
const MICRO_LAMPORTS = 1_000_000n;

/** Lamports that a message offers on top of its signatures' fee: price times limit, rounded up. */
export function priorityFee(message: WireMessage): number {
  let units: number | undefined;
  let price = 0n;
  let others = 0;
  for (const { programIndex, data } of message.instructions) {
    const bytes = Buffer.from(data);
    if (message.staticKeys[programIndex] !== COMPUTE_BUDGET_PROGRAM) others += 1;
    else if (bytes[0] === SET_UNIT_LIMIT && bytes.length >= 5) units = bytes.readUInt32LE(1);
    else if (bytes[0] === SET_UNIT_PRICE && bytes.length >= 9) price = bytes.readBigUInt64LE(1);
  }
  const limit = BigInt(Math.min(units ?? others * DEFAULT_UNITS, MAX_UNITS));
  return Number((price * limit + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS);
}
