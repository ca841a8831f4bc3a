import { NONCE_ACCOUNT_LENGTH, NonceAccount, SystemProgram } from "@solana/web3.js";
import { isWritableStatic, type WireTransaction } from "./parse-wire";
import type { AccountState } from "./types";

/** `SystemInstruction::AdvanceNonceAccount`, a 32-bit number in little endian. */
const ADVANCE_NONCE = [4, 0, 0, 0];

/**
 * Whether a transaction stands on a durable nonce instead of a blockhash: its first instruction
 * advances a nonce account that holds the value which the message carries.
 */
export function hasLiveNonce(
  wire: WireTransaction,
  read: (address: string) => AccountState | null,
): boolean {
  const [first] = wire.instructions;
  if (!first || wire.staticKeys[first.programIndex] !== SystemProgram.programId.toBase58())
    return false;
  if (ADVANCE_NONCE.some((byte, at) => first.data[at] !== byte)) return false;
  const [index] = first.accounts;
  if (index === undefined || !isWritableStatic(wire, index)) return false;
  const address = wire.staticKeys[index];
  const account = address === undefined ? null : read(address);
  if (account?.data.length !== NONCE_ACCOUNT_LENGTH) return false;
  return NonceAccount.fromAccountData(Buffer.from(account.data)).nonce === wire.blockhash;
}
