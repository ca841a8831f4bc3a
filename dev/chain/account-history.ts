import type { AccountState } from "./types";

interface Change {
  readonly slot: number;
  readonly before: AccountState | null;
}

/**
 * Earlier states of accounts that recent slots changed: for reads at an older slot, and to roll
 * back when the chain moves to another fork.
 */
export class AccountHistory {
  private readonly changes = new Map<string, Change[]>();

  /** Records the state before `slot` changes the account. */
  record(address: string, slot: number, before: AccountState | null): void {
    const list = this.changes.get(address);
    if (!list) this.changes.set(address, [{ slot, before }]);
    else if (list[list.length - 1]?.slot !== slot) list.push({ slot, before });
  }

  /** Replaces every earlier state that is kept. */
  amend(address: string, change: (state: AccountState | null) => AccountState): void {
    const list = this.changes.get(address);
    if (!list) return;
    this.changes.set(
      address,
      list.map(({ slot, before }) => ({ slot, before: change(before) })),
    );
  }

  /** The state at the end of `slot`; undefined where no later slot changed it. */
  at(address: string, slot: number): AccountState | null | undefined {
    const later = this.changes.get(address)?.find((change) => change.slot > slot);
    return later?.before;
  }

  /** Removes changes after `slot` and returns the states of those accounts at its end. */
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

  /** Removes what only reads before `slot` need. */
  pruneBefore(slot: number): void {
    for (const [address, list] of this.changes) {
      const keep = list.findIndex((change) => change.slot >= slot);
      if (keep === -1) this.changes.delete(address);
      else list.splice(0, keep);
    }
  }
}
