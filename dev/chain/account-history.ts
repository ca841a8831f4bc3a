import type { AccountState } from "./types";

interface Change {
  readonly slot: number;
  readonly before: AccountState | null;
}

/**
 * What accounts held before recent slots changed them. It answers reads below the newest
 * commitment, and takes blocks back when the chain moves to another fork.
 */
export class AccountHistory {
  private readonly changes = new Map<string, Change[]>();

  /** Notes that `slot` is about to change an account that held `before`. */
  note(address: string, slot: number, before: AccountState | null): void {
    const list = this.changes.get(address);
    if (!list) this.changes.set(address, [{ slot, before }]);
    else if (list[list.length - 1]?.slot !== slot) list.push({ slot, before });
  }

  /** What the account held when `slot` ended; undefined when nothing changed it since. */
  at(address: string, slot: number): AccountState | null | undefined {
    const later = this.changes.get(address)?.find((change) => change.slot > slot);
    return later?.before;
  }

  /** Forgets what happened after `slot`, and says what every account held then. */
  rewindTo(slot: number): Map<string, AccountState | null> {
    const restored = new Map<string, AccountState | null>();
    for (const [address, list] of this.changes) {
      const first = list.findIndex((change) => change.slot > slot);
      const change = list[first];
      if (!change) continue;
      restored.set(address, change.before);
      list.splice(first);
      if (list.length === 0) this.changes.delete(address);
    }
    return restored;
  }

  /** Drops what only reads before `slot` could ask for. */
  pruneBefore(slot: number): void {
    for (const [address, list] of this.changes) {
      const keep = list.findIndex((change) => change.slot >= slot);
      if (keep === -1) this.changes.delete(address);
      else list.splice(0, keep);
    }
  }
}
