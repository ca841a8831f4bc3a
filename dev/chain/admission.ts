import { NONCE_ACCOUNT_LENGTH, NonceAccount, SystemProgram } from "@solana/web3.js";
import { type Blockhashes, MAX_BLOCKHASH_AGE_BLOCKS } from "./blockhashes";
import { resolveLookups } from "./lookup-tables";
import { isWritableStatic, type WireTransaction } from "./parse-wire";
import type { AccountState, LoadedAddresses, TransactionErrorJson } from "./types";

/** Accounts that one transaction may name (MAX_TX_ACCOUNT_LOCKS). */
const MAX_ACCOUNT_LOCKS = 128;

export type AdmissionResult = { loaded: LoadedAddresses } | { err: TransactionErrorJson };

/** Checks a transaction before it is run: blockhash, duplicates, lookup tables, account locks. */
export class Admission {
  /** Message hashes of recently landed transactions with their slots, oldest first. */
  private readonly landed = new Map<string, number>();

  constructor(
    private readonly blockhashes: Blockhashes,
    private readonly read: (address: string) => AccountState | null,
  ) {}

  /** Whether the block of `slot` may hold the transaction, and which accounts its tables load. */
  admit(wire: WireTransaction, slot: number, anyBlockhash: boolean): AdmissionResult {
    const fresh = anyBlockhash || this.blockhashes.isValidAt(wire.blockhash, slot);
    if (!fresh && !hasLiveNonce(wire, this.read)) return { err: "BlockhashNotFound" };
    if (this.landed.has(wire.messageHash)) return { err: "AlreadyProcessed" };
    const resolved = resolveLookups(wire, slot, this.read);
    if ("err" in resolved) return resolved;
    const { writable, readonly } = resolved.loaded;
    const locks = wire.staticKeys.length + writable.length + readonly.length;
    return locks > MAX_ACCOUNT_LOCKS ? { err: "TooManyAccountLocks" } : resolved;
  }

  /** Notes a landed transaction: the same message can't land again. */
  recordLanded(messageHash: string, slot: number): void {
    this.landed.set(messageHash, slot);
  }

  /** Removes messages whose blockhash has expired in `slot`. */
  purgeExpired(slot: number): void {
    for (const [hash, landedAt] of this.landed) {
      if (slot - landedAt <= MAX_BLOCKHASH_AGE_BLOCKS) break;
      this.landed.delete(hash);
    }
  }

  /** Removes what landed after `slot`: those messages may land again. */
  dropAfter(slot: number): void {
    for (const [hash, landedAt] of this.landed) if (landedAt > slot) this.landed.delete(hash);
  }
}

/** `SystemInstruction::AdvanceNonceAccount`, a 32-bit number in little endian. */
const ADVANCE_NONCE = [4, 0, 0, 0];

/**
 * Whether a transaction uses a durable nonce in place of a blockhash: its first instruction
 * advances a nonce account that holds the nonce of the message.
 */
function hasLiveNonce(
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
