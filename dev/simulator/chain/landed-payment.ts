import bs58 from "bs58";
import type { LandedTransaction, WireTransaction } from "../../chain";
import type { LandedPayment } from "../world";

const SYSTEM_PROGRAM = "11111111111111111111111111111111";
/** `SystemInstruction::Transfer`: a 32-bit tag and 64 bits of lamports, in little endian. */
const TRANSFER_TAG = 2;
const TRANSFER_BYTES = 12;

/** @param at epoch ms of its block */
export function landedPayment(
  wire: WireTransaction,
  landed: LandedTransaction,
  at: number,
): LandedPayment {
  const { signature, slot, err, fee, loaded, innerInstructions } = landed;
  const keys = [...wire.staticKeys, ...loaded.writable, ...loaded.readonly];
  // An executed transaction always pays its fee.
  const hasRun = fee > 0;
  return {
    signature,
    slot,
    at,
    hasRun,
    err,
    signers: keys.slice(0, wire.header.numRequiredSignatures),
    transfers: hasRun && err === null ? transfersOf(wire, innerInstructions, keys) : [],
  };
}

function transfersOf(
  wire: WireTransaction,
  inner: LandedTransaction["innerInstructions"],
  keys: readonly string[],
): LandedPayment["transfers"] {
  return wire.instructions.flatMap(({ programIndex, accounts, data }, at) => [
    ...transferOf(keys, programIndex, accounts, data),
    ...inner
      .filter(({ index }) => index === at)
      .flatMap(({ instructions }) =>
        instructions.flatMap((one) =>
          transferOf(keys, one.programIdIndex, one.accounts, bs58.decode(one.data)),
        ),
      ),
  ]);
}

function transferOf(
  keys: readonly string[],
  programIndex: number,
  accounts: readonly number[],
  data: Uint8Array,
): LandedPayment["transfers"] {
  if (keys[programIndex] !== SYSTEM_PROGRAM || data.length < TRANSFER_BYTES) return [];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const [from, to, ...extra] = accounts.map((index) => keys[index] ?? "");
  if (view.getUint32(0, true) !== TRANSFER_TAG || from === undefined || to === undefined) return [];
  return [{ from, to, lamports: view.getBigUint64(4, true), extra }];
}
