import { createHash } from "node:crypto";
import bs58 from "bs58";

/** Blocks for which a blockhash can be used, as on every cluster (MAX_PROCESSING_AGE). */
export const MAX_BLOCKHASH_AGE = 150;
/**
 * Blockhashes looked up by text. Lookup tables need the 512 of the SlotHashes sysvar, and a node
 * made stale for a test looks some 200 blocks back.
 */
const REMEMBERED = 600;
/** Entries of the SlotHashes sysvar. */
const SYSVAR_ENTRIES = 512;

/** A place from which on the chain took another fork, so that its blockhashes differ. */
export interface Fork {
  readonly fromSlot: number;
  readonly number: number;
}

/**
 * The chain's blockhashes, one a slot. They are derived from the chain's secret seed, the slot and
 * its fork, so a restart finds them again without having stored any.
 */
export class Blockhashes {
  private readonly slotOfHash = new Map<string, number>();
  private readonly hashOfSlot = new Map<number, string>();
  private newest = -1;

  constructor(
    private readonly seed: string,
    private readonly firstSlot: number,
    private readonly forks: Fork[] = [],
  ) {}

  /** Makes the blockhash of `slot` known, and of those before it that can still matter. */
  advanceTo(slot: number): void {
    const from = Math.max(this.firstSlot, this.newest + 1, slot - REMEMBERED + 1);
    for (let next = from; next <= slot; next++) this.remember(next);
    this.newest = slot;
    for (const [hash, old] of this.slotOfHash) {
      if (old > slot - REMEMBERED) break;
      this.slotOfHash.delete(hash);
      this.hashOfSlot.delete(old);
    }
  }

  /** Replaces every blockhash after `slot`: those blocks are of another fork now. */
  forkAfter(slot: number): Fork {
    const fork = { fromSlot: slot + 1, number: this.forks.length + 1 };
    this.forks.push(fork);
    for (const [hash, known] of this.slotOfHash) {
      if (known <= slot) continue;
      this.slotOfHash.delete(hash);
      this.hashOfSlot.delete(known);
    }
    for (let next = slot + 1; next <= this.newest; next++) this.remember(next);
    return fork;
  }

  at(slot: number): string {
    return this.hashOfSlot.get(slot) ?? this.derive(slot);
  }

  slotOf(hash: string): number | undefined {
    return this.slotOfHash.get(hash);
  }

  /** Whether a block after `slot` may hold a transaction with this blockhash. */
  isValidAt(hash: string, slot: number): boolean {
    const made = this.slotOfHash.get(hash);
    return made !== undefined && made <= slot && slot - made <= MAX_BLOCKHASH_AGE;
  }

  /** The entries of the SlotHashes sysvar while `slot` is being made: newest first, itself not yet. */
  before(slot: number): { slot: number; hash: string }[] {
    const oldest = Math.max(this.firstSlot, slot - SYSVAR_ENTRIES);
    const entries: { slot: number; hash: string }[] = [];
    for (let at = slot - 1; at >= oldest; at--) entries.push({ slot: at, hash: this.at(at) });
    return entries;
  }

  private remember(slot: number): void {
    const hash = this.derive(slot);
    this.slotOfHash.set(hash, slot);
    this.hashOfSlot.set(slot, hash);
  }

  private derive(slot: number): string {
    const fork = this.forks.findLast((entry) => slot >= entry.fromSlot)?.number ?? 0;
    const text = `${this.seed}/block/${fork}/${slot}`;
    return bs58.encode(createHash("sha256").update(text).digest());
  }
}
