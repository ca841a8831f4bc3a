import type { LandedEntry } from "./types";

export interface AddressQuery {
  /** Highest slot that may show. */
  readonly maxSlot: number;
  readonly limit: number;
  /** Only transactions before this signature. */
  readonly before?: string | undefined;
  /** Only transactions after this signature. */
  readonly until?: string | undefined;
}

/** Landed transactions by signature, address and slot. */
export class TransactionIndex {
  private readonly bySignature = new Map<string, LandedEntry>();
  private readonly byAddress = new Map<string, LandedEntry[]>();
  private readonly all: LandedEntry[] = [];
  /** Entries of transactions that stood in a block without running and landed again later. */
  private readonly repeated = new Map<string, LandedEntry>();

  add(entry: LandedEntry): void {
    this.all.push(entry);
    const earlier = this.bySignature.get(entry.signature);
    if (earlier) this.repeated.set(entry.signature, earlier);
    this.bySignature.set(entry.signature, entry);
    for (const address of new Set(entry.addresses)) {
      const list = this.byAddress.get(address);
      if (list) list.push(entry);
      else this.byAddress.set(address, [entry]);
    }
  }

  get(signature: string): LandedEntry | undefined {
    return this.bySignature.get(signature);
  }

  /** Newest first. An unknown `before` finds nothing, an unknown `until` bounds nothing. */
  forAddress(address: string, query: AddressQuery): LandedEntry[] {
    const list = this.byAddress.get(address) ?? [];
    const before = query.before === undefined ? undefined : this.get(query.before);
    if (query.before !== undefined && !before) return [];
    const top = before?.sequence ?? Number.POSITIVE_INFINITY;
    const bottom = (query.until === undefined ? undefined : this.get(query.until)?.sequence) ?? -1;
    const found: LandedEntry[] = [];
    for (let at = firstAtOrAfter(list, top) - 1; at >= 0 && found.length < query.limit; at--) {
      const entry = list[at];
      if (!entry || entry.sequence <= bottom) break;
      if (entry.slot <= query.maxSlot) found.push(entry);
    }
    return found;
  }

  /** Transactions of `slot`, in order. */
  inSlot(slot: number): LandedEntry[] {
    const found: LandedEntry[] = [];
    for (let at = this.all.length - 1; at >= 0; at--) {
      const entry = this.all[at];
      if (!entry || entry.slot < slot) break;
      if (entry.slot === slot) found.push(entry);
    }
    return found.reverse();
  }

  /** Number of transactions up to and including `slot`. */
  countUpTo(slot: number): number {
    let at = this.all.length;
    while (at > 0 && (this.all[at - 1]?.slot ?? 0) > slot) at--;
    return at;
  }

  /** Transactions after the entry numbered `sequence`, up to and including `slot`, in order. */
  landedSince(sequence: number, slot: number): LandedEntry[] {
    return this.all.slice(firstAtOrAfter(this.all, sequence + 1), this.countUpTo(slot));
  }

  /** Number of the newest entry up to and including `slot`, or -1. */
  newestSequence(slot: number): number {
    return this.all[this.countUpTo(slot) - 1]?.sequence ?? -1;
  }

  /** Removes and returns the transactions after `slot`. */
  dropAfter(slot: number): LandedEntry[] {
    const dropped = this.all.splice(this.countUpTo(slot));
    for (const entry of dropped) {
      this.restoreEarlier(entry.signature);
      for (const address of new Set(entry.addresses)) {
        const list = this.byAddress.get(address);
        // The dropped entries are the newest ones, at the end of the list.
        while (list && (list[list.length - 1]?.slot ?? 0) > slot) list.pop();
      }
    }
    return dropped;
  }

  private restoreEarlier(signature: string): void {
    const earlier = this.repeated.get(signature);
    this.repeated.delete(signature);
    if (earlier) this.bySignature.set(signature, earlier);
    else this.bySignature.delete(signature);
  }
}

/** Index of the first entry of the ordered `list` whose sequence is at least `sequence`. */
function firstAtOrAfter(list: readonly LandedEntry[], sequence: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle]?.sequence ?? 0) < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}
