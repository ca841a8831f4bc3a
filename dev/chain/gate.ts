import { type Blockhashes, MAX_BLOCKHASH_AGE } from "./blockhashes";
import { hasLiveNonce } from "./durable-nonce";
import { resolveLookups } from "./lookup-tables";
import type { WireTransaction } from "./parse-wire";
import type { AccountState, LoadedAddresses, TransactionErrorJson } from "./types";

/** Accounts that one transaction may name (MAX_TX_ACCOUNT_LOCKS). */
const MAX_ACCOUNT_LOCKS = 128;

export type Admission = { loaded: LoadedAddresses } | { err: TransactionErrorJson };

/** Decides what a block may take before anything is run, and remembers what it took. */
export class Gate {
  /** Message hash of what landed lately, with its slot, oldest first: a message lands once. */
  private readonly recent = new Map<string, number>();

  constructor(
    private readonly blockhashes: Blockhashes,
    private readonly read: (address: string) => AccountState | null,
  ) {}

  /** Whether the block of `slot` may take the transaction, and which accounts its tables load. */
  admit(wire: WireTransaction, slot: number, anyBlockhash: boolean): Admission {
    const fresh = anyBlockhash || this.blockhashes.isValidAt(wire.blockhash, slot);
    if (!fresh && !hasLiveNonce(wire, this.read)) return { err: "BlockhashNotFound" };
    if (this.recent.has(wire.messageHash)) return { err: "AlreadyProcessed" };
    const resolved = resolveLookups(wire, slot, this.read);
    if ("err" in resolved) return resolved;
    const { writable, readonly } = resolved.loaded;
    const locks = wire.staticKeys.length + writable.length + readonly.length;
    return locks > MAX_ACCOUNT_LOCKS ? { err: "TooManyAccountLocks" } : resolved;
  }

  took(messageHash: string, slot: number): void {
    this.recent.set(messageHash, slot);
  }

  /** Forgets messages whose blockhash can't be alive any more in `slot`. */
  forgetExpired(slot: number): void {
    for (const [hash, landed] of this.recent) {
      if (slot - landed <= MAX_BLOCKHASH_AGE) break;
      this.recent.delete(hash);
    }
  }

  /** Forgets what landed after `slot`: those messages may land again. */
  dropAfter(slot: number): void {
    for (const [hash, landed] of this.recent) if (landed > slot) this.recent.delete(hash);
  }
}
