import bs58 from "bs58";
import {
  Account,
  Clock,
  FailedTransactionMetadata,
  LiteSvm,
  Rent,
  type TransactionMetadata,
} from "litesvm/dist/internal.js";
import { transactionErrorJson } from "./transaction-errors";
import type { AccountState, Outcome } from "./types";

/** Every account on a cluster is exempt from rent; nodes say so with the highest rent epoch. */
const RENT_EXEMPT_EPOCH = 18_446_744_073_709_551_615n;
const SYSTEM_PROGRAM = new Uint8Array(32);

export interface SlotHash {
  readonly slot: number;
  readonly hash: string;
}

/**
 * LiteSVM behind plain values. Blockhashes and duplicates are checked by the ledger, over many
 * slots. Its input has to come from `parseWire`: malformed bytes can end the process.
 */
export class Vm {
  private readonly svm = new LiteSvm();
  /** Writes of a running `inBulk`, not yet in the VM. */
  private pending: Map<string, AccountState | null> | undefined;

  constructor() {
    this.svm.setBlockhashCheck(false);
    this.svm.setTransactionHistory(0n);
  }

  /** Sets the SlotHashes sysvar, newest first. */
  setSlotHashes(hashes: readonly SlotHash[]): void {
    this.svm.setSlotHashes(hashes.map((entry) => ({ slot: BigInt(entry.slot), hash: entry.hash })));
  }

  /** Moves the clock that programs read. `unixTime` is in seconds. */
  enterSlot(slot: number, epoch: number, unixTime: number): void {
    this.svm.expireBlockhash();
    this.svm.setClock(
      new Clock(BigInt(slot), 0n, BigInt(epoch), BigInt(epoch + 1), BigInt(unixTime)),
    );
  }

  read(address: string): AccountState | null {
    const state = this.pending?.get(address);
    if (state !== undefined) return state;
    const account = this.svm.getAccount(bs58.decode(address));
    return account === null ? null : plain(account);
  }

  /** Sets an account, or removes it with null. */
  write(address: string, state: AccountState | null): void {
    if (this.pending) this.pending.set(address, state);
    else this.setInVm(address, state);
  }

  /** Runs `work`, which only reads and writes accounts, and sets each account once at its end. */
  inBulk(work: () => void): void {
    const pending = new Map<string, AccountState | null>();
    this.pending = pending;
    work();
    this.pending = undefined;
    // The VM loads a program's code when its account is set, so the code has to be there first.
    const plainFirst = [...pending].sort(([, one], [, other]) => {
      return Number(one?.executable ?? false) - Number(other?.executable ?? false);
    });
    for (const [address, state] of plainFirst) this.setInVm(address, state);
  }

  private setInVm(address: string, state: AccountState | null): void {
    const account = state
      ? new Account(state.lamports, state.data, state.owner, state.executable, RENT_EXEMPT_EPOCH)
      : new Account(0n, new Uint8Array(), SYSTEM_PROGRAM, false, 0n);
    this.svm.setAccount(bs58.decode(address), account);
  }

  ownedBy(program: string): { address: string; account: AccountState }[] {
    return this.svm.getProgramAccounts(bs58.decode(program)).map((found) => ({
      address: bs58.encode(found.address),
      account: plain(found.account()),
    }));
  }

  /** Runs a transaction and commits its effect. */
  execute(raw: Uint8Array): Outcome {
    return outcome(this.svm.sendVersionedTransaction(raw));
  }

  /** Runs a transaction without committing its effect. */
  simulate(raw: Uint8Array, verifySignatures: boolean): SimulatedOutcome {
    this.svm.setSigverify(verifySignatures);
    try {
      const result = this.svm.simulateVersionedTransaction(raw);
      if (result instanceof FailedTransactionMetadata)
        return { ...outcome(result), accounts: new Map() };
      const after = result.postAccounts().map((found) => {
        return [bs58.encode(found.address), plain(found.account())] as const;
      });
      return { ...outcome(result.meta()), accounts: new Map(after) };
    } finally {
      this.svm.setSigverify(true);
    }
  }

  /** Sets what an account must hold for each byte, those of its header included. */
  setRent(lamportsPerByte: number): void {
    const { burnPercent } = this.svm.getRent();
    this.svm.setRent(new Rent(BigInt(lamportsPerByte), 1, burnPercent));
  }

  /** Lamports that an account of `bytes` bytes must hold. */
  minimumBalance(bytes: number): bigint {
    return this.svm.minimumBalanceForRentExemption(BigInt(bytes));
  }
}

export interface SimulatedOutcome extends Outcome {
  accounts: Map<string, AccountState>;
}

function plain(account: Account): AccountState {
  return {
    lamports: account.lamports(),
    owner: account.owner(),
    data: account.data(),
    executable: account.executable(),
  };
}

function outcome(result: TransactionMetadata | FailedTransactionMetadata): Outcome {
  const failed = result instanceof FailedTransactionMetadata;
  const meta = failed ? result.meta() : result;
  const returned = meta.returnData();
  const data = returned.data();
  return {
    err: failed ? transactionErrorJson(result.err()) : null,
    logs: meta.logs(),
    innerInstructions: meta
      .innerInstructions()
      .flatMap((inner, index) =>
        inner.length === 0 ? [] : [{ index, instructions: inner.map(innerInstruction) }],
      ),
    computeUnits: Number(meta.computeUnitsConsumed()),
    returnData:
      data.length === 0
        ? null
        : {
            programId: bs58.encode(returned.programId()),
            data: [Buffer.from(data).toString("base64"), "base64"],
          },
  };
}

function innerInstruction(inner: ReturnType<TransactionMetadata["innerInstructions"]>[0][0]) {
  const compiled = inner.instruction();
  return {
    programIdIndex: compiled.programIdIndex(),
    accounts: [...compiled.accounts()],
    data: bs58.encode(compiled.data()),
    stackHeight: inner.stackHeight(),
  };
}
