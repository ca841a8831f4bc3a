import { AccountHistory } from "./account-history";
import { Admission } from "./admission";
import type { Blockhashes } from "./blockhashes";
import type { Journal } from "./journal";
import { keepAccount, keptAccountState, type TransactionEntry } from "./journal-entries";
import { COMPUTE_BUDGET_PROGRAM, MEMO_PROGRAMS, memoOf, SYSTEM_PROGRAM } from "./parse-instruction";
import type { WireTransaction } from "./parse-wire";
import { epochOf } from "./slots";
import { TOKEN_PROGRAM, tokenBalances } from "./token-layout";
import { TransactionIndex } from "./transaction-index";
import type {
  AccountState,
  LandedEntry,
  LandedTransaction,
  Outcome,
  TransactionErrorJson,
} from "./types";
import { type SimulatedOutcome, Vm } from "./vm";

/**
 * Slots whose account states can still be asked for: finality, and a test's stale node behind it.
 */
const HISTORY_SLOTS = 300;

/** Slots between two prunings of the history while a journal is replayed. */
const PRUNE_INTERVAL_SLOTS = 100;

export type Submission = { landed: LandedEntry } | { refused: TransactionErrorJson };

/** These programs do not read the SlotHashes sysvar, whose 512 entries take a millisecond to set. */
const PROGRAMS_WITHOUT_SLOT_HASHES: ReadonlySet<string | undefined> = new Set([
  SYSTEM_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  ...MEMO_PROGRAMS,
  TOKEN_PROGRAM,
]);

/** All state of the chain: accounts, blocks and their transactions. Slots and times come in. */
export class Ledger {
  readonly index = new TransactionIndex();
  private readonly history = new AccountHistory();
  private readonly admission: Admission;
  private readonly landedListeners: ((entry: LandedEntry) => void)[] = [];
  private slot: number;
  private unixTime = 0;
  private sequence = 0;
  private prunedAt = 0;
  /** Slots that the VM's clock and its SlotHashes show. */
  private readonly shown = { clock: -1, slotHashes: -1 };
  private readonly changedAccounts = new Set<string>();

  private readonly readAccount = (address: string) => this.vm.read(address);

  constructor(
    private readonly journal: Journal,
    readonly blockhashes: Blockhashes,
    firstSlot: number,
    readonly vm: Vm = new Vm(),
  ) {
    this.slot = firstSlot;
    this.admission = new Admission(blockhashes, this.readAccount);
  }

  onLanded(listener: (entry: LandedEntry) => void): void {
    this.landedListeners.push(listener);
  }

  /** Starts a slot; transactions land in it from now on. `unixTime` is in seconds. */
  enterSlot(slot: number, unixTime: number): void {
    this.slot = slot;
    this.unixTime = unixTime;
    this.journal.markSlot(slot);
    this.blockhashes.advanceTo(slot);
    if (slot >= this.prunedAt + PRUNE_INTERVAL_SLOTS) {
      this.prunedAt = slot;
      this.history.pruneBefore(slot - HISTORY_SLOTS);
    }
    this.admission.purgeExpired(slot);
  }

  /** Moves the VM to the current slot: only where something runs, since most slots hold nothing. */
  private prepareVm(wire: WireTransaction): void {
    const readsSlotHashes =
      wire.lookups.length > 0 ||
      wire.instructions.some(
        ({ programIndex }) => !PROGRAMS_WITHOUT_SLOT_HASHES.has(wire.staticKeys[programIndex]),
      );
    this.showSlot(readsSlotHashes);
  }

  private showSlot(withSlotHashes: boolean): void {
    if (this.shown.clock !== this.slot) {
      this.vm.enterSlot(this.slot, epochOf(this.slot), this.unixTime);
      this.shown.clock = this.slot;
    }
    if (!withSlotHashes || this.shown.slotHashes === this.slot) return;
    this.vm.setSlotHashes(this.blockhashes.before(this.slot));
    this.shown.slotHashes = this.slot;
  }

  /** Runs a transaction on the newest state without keeping its effect. */
  simulate(
    wire: WireTransaction,
    options: { verify: boolean; anyBlockhash: boolean },
  ): SimulatedOutcome {
    const admitted = this.admission.admit(wire, this.slot, options.anyBlockhash);
    if ("err" in admitted) return { ...NOTHING_RAN, err: admitted.err, accounts: new Map() };
    this.prepareVm(wire);
    return this.vm.simulate(wire.raw, options.verify);
  }

  /** Executes a transaction in the current block, where a leader would accept it. */
  submit(wire: WireTransaction): Submission {
    const admitted = this.admission.admit(wire, this.slot, false);
    if ("err" in admitted) return { refused: admitted.err };
    const { loaded } = admitted;
    const addresses = [...wire.staticKeys, ...loaded.writable, ...loaded.readonly];
    const before = addresses.map(this.readAccount);
    this.prepareVm(wire);
    const outcome = this.vm.execute(wire.raw);
    const after = addresses.map(this.readAccount);
    const fee = totalLamports(before) - totalLamports(after);
    // An executed transaction always pays its fee: without one, no block would hold it.
    if (fee === 0n) return { refused: outcome.err ?? "SanitizeFailure" };
    const changed = addresses.flatMap((address, at) => {
      const state = after[at] ?? null;
      return sameState(before[at] ?? null, state) ? [] : [keepAccount(address, state)];
    });
    const entry: TransactionEntry = {
      ...this.entryOf(wire, addresses, before),
      loaded,
      fee: Number(fee),
      postBalances: after.map(lamportsOf),
      postTokenBalances: tokenBalances(addresses, after, this.readAccount),
      changed,
      ...outcome,
    };
    return { landed: this.keep(entry, addresses, before) };
  }

  /**
   * Puts a transaction into the current block without running it (SIMD-0290): no effect, no fee and no
   * logs, with the error of a fee payer that can't pay. The same message may run later.
   */
  includeWithoutRunning(wire: WireTransaction): Submission {
    const admitted = this.admission.admit(wire, this.slot, false);
    if ("err" in admitted) return { refused: admitted.err };
    const { loaded } = admitted;
    const addresses = [...wire.staticKeys, ...loaded.writable, ...loaded.readonly];
    const before = addresses.map(this.readAccount);
    const shown = this.entryOf(wire, addresses, before);
    const { preBalances: postBalances, preTokenBalances: postTokenBalances } = shown;
    const entry: TransactionEntry = {
      ...shown,
      ...NOTHING_RAN,
      loaded,
      err: "InsufficientFundsForFee",
      fee: 0,
      postBalances,
      postTokenBalances,
      changed: [],
    };
    return { landed: this.keep(entry, addresses, before) };
  }

  /** What does not depend on the outcome of a transaction. */
  private entryOf(wire: WireTransaction, addresses: string[], before: (AccountState | null)[]) {
    return {
      kind: "transaction" as const,
      signature: wire.signatures[0] ?? "",
      slot: this.slot,
      blockTime: this.unixTime,
      raw: Buffer.from(wire.raw).toString("base64"),
      messageHash: wire.messageHash,
      addresses,
      preBalances: before.map(lamportsOf),
      preTokenBalances: tokenBalances(addresses, before, this.readAccount),
      memo: memoOf(wire),
    };
  }

  /** Sets an account in memory only. */
  setAccount(address: string, account: AccountState): void {
    this.history.record(address, this.slot, this.vm.read(address));
    this.vm.write(address, account);
  }

  /** Adds lamports to an account in memory, outside of every block: no fork takes them back. */
  deposit(address: string, lamports: bigint): void {
    const credited = (state: AccountState | null): AccountState => ({
      ...(state ?? { owner: new Uint8Array(32), data: new Uint8Array(), executable: false }),
      lamports: (state?.lamports ?? 0n) + lamports,
    });
    this.history.amend(address, credited);
    this.vm.write(address, credited(this.vm.read(address)));
    this.changedAccounts.add(address);
  }

  /** Removes every account that this ledger has changed from its VM, which another may then take. */
  release(): void {
    for (const address of this.changedAccounts) this.vm.write(address, null);
  }

  /** What an account held when `slot` ended. */
  accountAt(address: string, slot: number): AccountState | null {
    if (address.startsWith("Sysvar")) this.showSlot(true);
    const past = this.history.at(address, slot);
    return past === undefined ? this.vm.read(address) : past;
  }

  /** The whole record of a landed transaction. */
  record(entry: LandedEntry): LandedTransaction {
    const kept = this.journal.read(entry.place);
    if (kept.kind !== "transaction") throw new Error("The journal does not match its index");
    return { ...kept, raw: Buffer.from(kept.raw, "base64") };
  }

  /** Moves to another fork after `keptSlot`: drops what landed later, and its blockhashes. */
  reorgTo(keptSlot: number): LandedEntry[] {
    this.journal.append({ kind: "reorg", keptSlot, tip: this.slot });
    this.blockhashes.forkAfter(keptSlot);
    this.shown.slotHashes = -1;
    return this.dropAfter(keptSlot);
  }

  /** Applies a journal entry of an earlier run without executing it again. */
  restore(entry: TransactionEntry, place: LandedEntry["place"]): void {
    for (const kept of entry.changed) {
      this.history.record(kept[0], entry.slot, this.vm.read(kept[0]));
      this.vm.write(kept[0], keptAccountState(kept));
    }
    if (hasRun(entry)) this.admission.recordLanded(entry.messageHash, entry.slot);
    this.index.add(this.indexed(entry, place));
    if (entry.slot < this.slot + PRUNE_INTERVAL_SLOTS) return;
    this.slot = entry.slot;
    this.history.pruneBefore(entry.slot - HISTORY_SLOTS);
  }

  /** Rolls blocks back in memory only. */
  dropAfter(keptSlot: number): LandedEntry[] {
    for (const [address, state] of this.history.rewindTo(keptSlot)) this.vm.write(address, state);
    this.admission.dropAfter(keptSlot);
    return this.index.dropAfter(keptSlot);
  }

  private keep(
    entry: TransactionEntry,
    addresses: string[],
    before: (AccountState | null)[],
  ): LandedEntry {
    const states = new Map(addresses.map((address, at) => [address, before[at] ?? null]));
    let place: LandedEntry["place"];
    try {
      place = this.journal.append(entry);
    } catch (error) {
      for (const [address, state] of states) this.vm.write(address, state);
      throw error;
    }
    for (const [address] of entry.changed) {
      this.history.record(address, entry.slot, states.get(address) ?? null);
      this.changedAccounts.add(address);
    }
    if (hasRun(entry)) this.admission.recordLanded(entry.messageHash, entry.slot);
    const indexed = this.indexed(entry, place);
    this.index.add(indexed);
    for (const listener of this.landedListeners) listener(indexed);
    return indexed;
  }

  private indexed(entry: TransactionEntry, place: LandedEntry["place"]): LandedEntry {
    const { signature, slot, blockTime, err, memo, addresses } = entry;
    return { signature, slot, blockTime, err, memo, addresses, place, sequence: this.sequence++ };
  }
}

/** An executed transaction always pays its fee. */
function hasRun({ fee }: TransactionEntry): boolean {
  return fee > 0;
}

const NOTHING_RAN: Outcome = {
  err: null,
  logs: [],
  innerInstructions: [],
  computeUnits: 0,
  returnData: null,
};

/** Lamports that accounts hold together; an account that is not there holds none. */
function totalLamports(states: readonly (AccountState | null)[]): bigint {
  return states.reduce((sum, state) => sum + (state?.lamports ?? 0n), 0n);
}

/** Lamports as JSON shows them: the whole supply is below 2^53. */
function lamportsOf(state: AccountState | null): number {
  return Number(state?.lamports ?? 0n);
}

function sameState(one: AccountState | null, other: AccountState | null): boolean {
  if (!one || !other) return one === other;
  return (
    one.lamports === other.lamports &&
    one.executable === other.executable &&
    Buffer.compare(one.owner, other.owner) === 0 &&
    Buffer.compare(one.data, other.data) === 0
  );
}
