import { createHash } from "node:crypto";
import bs58 from "bs58";

/** Blocks for which a blockhash can be used, as on every cluster (MAX_PROCESSING_AGE). */
export const MAX_BLOCKHASH_AGE_BLOCKS = 150;
/**
 * Slots whose blockhashes are kept by text. Lookup tables need the 512 of the SlotHashes sysvar, and
 * a node made stale for a test reads some 200 blocks back.
 */
const KEPT_SLOTS = 600;
/** Entries of the SlotHashes sysvar. */
const SYSVAR_ENTRIES = 512;

/** A fork: its blockhashes replace the earlier ones from `fromSlot` on. */
export interface Fork {
  readonly fromSlot: number;
  readonly number: number;
}

/** Slots between two removals of old blockhashes. */
const PRUNE_INTERVAL_SLOTS = 100;

/**
 * The chain's blockhashes, one a slot, derived from the chain's secret seed, the slot and its fork:
 * a restart derives them again, and none is stored. A slot's hash is derived when it is first asked
 * for: no transaction can name one that no answer has given.
 */
export class Blockhashes {
  private readonly slotOfHash = new Map<string, number>();
  private readonly hashOfSlot = new Map<number, string>();
  private prunedAt = 0;

  constructor(
    private readonly seed: string,
    private readonly firstSlot: number,
    private readonly forks: Fork[] = [],
  ) {}

  /** Derives those that answers before a restart in `slot` may have given. */
  recall(slot: number): void {
    const oldest = Math.max(this.firstSlot, slot - MAX_BLOCKHASH_AGE_BLOCKS);
    for (let at = oldest; at <= slot; at++) this.at(at);
  }

  /** Drops what is too old in `slot`. */
  advanceTo(slot: number): void {
    if (slot < this.prunedAt + PRUNE_INTERVAL_SLOTS) return;
    this.prunedAt = slot;
    for (const [hash, old] of this.slotOfHash) {
      if (old > slot - KEPT_SLOTS) continue;
      this.slotOfHash.delete(hash);
      this.hashOfSlot.delete(old);
    }
  }

  /** Replaces every blockhash after `slot`: those blocks are on another fork. */
  forkAfter(slot: number): Fork {
    const fork = { fromSlot: slot + 1, number: this.forks.length + 1 };
    this.forks.push(fork);
    for (const [hash, known] of this.slotOfHash) {
      if (known <= slot) continue;
      this.slotOfHash.delete(hash);
      this.hashOfSlot.delete(known);
    }
    return fork;
  }

  at(slot: number): string {
    const known = this.hashOfSlot.get(slot);
    if (known !== undefined) return known;
    const hash = this.derive(slot);
    this.slotOfHash.set(hash, slot);
    this.hashOfSlot.set(slot, hash);
    return hash;
  }

  /** Whether a block after `slot` may hold a transaction with this blockhash. */
  isValidAt(hash: string, slot: number): boolean {
    const made = this.slotOfHash.get(hash);
    return made !== undefined && made <= slot && slot - made <= MAX_BLOCKHASH_AGE_BLOCKS;
  }

  /** The entries of the SlotHashes sysvar during `slot`, newest first, without `slot` itself. */
  before(slot: number): { slot: number; hash: string }[] {
    const oldest = Math.max(this.firstSlot, slot - SYSVAR_ENTRIES);
    const entries: { slot: number; hash: string }[] = [];
    for (let at = slot - 1; at >= oldest; at--) entries.push({ slot: at, hash: this.at(at) });
    return entries;
  }

  private derive(slot: number): string {
    const fork = this.forks.findLast((entry) => slot >= entry.fromSlot)?.number ?? 0;
    const text = `${this.seed}/block/${fork}/${slot}`;
    return bs58.encode(createHash("sha256").update(text).digest());
  }
}
