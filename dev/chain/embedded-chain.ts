import { Blockhashes } from "./blockhashes";
import { Faucet } from "./faucet";
import type { Fault } from "./faults";
import { MAINNET_LAMPORTS_PER_BYTE } from "./handle";
import { memoryJournal } from "./journal";
import { Ledger } from "./ledger";
import { genesisHashOf } from "./open-ledger";
import { parseWire, type WireTransaction } from "./parse-wire";
import type { Chain } from "./rpc/context";
import { dispatch } from "./rpc/dispatch";
import { FIRST_SLOT, type SlotView } from "./slots";
import type { LandedTransaction, TransactionErrorJson } from "./types";
import { Vm } from "./vm";

export interface EmbeddedChainOptions {
  /** Genesis hash and blockhashes are derived from it: the same seed gives the same chain. */
  readonly seed: string;
  /** Where the chain stands; asked again at each call. */
  readonly slots: SlotView;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds that a slot lasts now. */
  readonly slotMs: () => number;
  /** Takes what a node was sent, to `land` it when and where it likes. */
  readonly forward: (wire: WireTransaction) => void;
}

/** How one of several nodes over the chain answers a call. */
export interface EmbeddedNode {
  /** Slots that it is behind. */
  readonly lag?: number;
  /** Takes transactions and forwards none. */
  readonly swallow?: boolean;
}

/** A chain without network, timers and chance, for programs that have a time of their own. */
export interface EmbeddedChain {
  readonly genesisHash: string;
  /** Answers the body of a JSON-RPC request; empty where there is nothing to answer. It never throws. */
  answer(body: string, node?: EmbeddedNode): string;
  /** @throws WireError */
  parse(raw: Uint8Array): WireTransaction;
  /**
   * Puts a transaction into the current block where a leader would; with `hasRun` false as one that stands
   * there without having run (SIMD-0290).
   */
  land(
    wire: WireTransaction,
    hasRun?: boolean,
  ): { landed: LandedTransaction } | { refused: TransactionErrorJson };
  /** Drops the blocks after `keptSlot`; their transactions may land again. */
  reorgTo(keptSlot: number): void;
  /** Adds lamports from nowhere, at once and final. */
  deposit(address: string, lamports: bigint): void;
  /** Lamports in the newest state. */
  balance(address: string): bigint;
  blockhashAt(slot: number): string;
  setRent(lamportsPerByte: number): void;
  /** Lamports that an account of `bytes` bytes must hold. */
  minimumBalance(bytes: number): bigint;
  /** The chain can't be used afterwards; the next one takes its virtual machine. */
  close(): void;
}

/** Virtual machines of closed chains: one takes 8 ms and 8 MB to make. */
const spareVms: Vm[] = [];

export function createEmbeddedChain(options: EmbeddedChainOptions): EmbeddedChain {
  const { seed, slots, now, forward } = options;
  const vm = spareVms.pop() ?? new Vm();
  const ledger = new Ledger(memoryJournal(), new Blockhashes(seed, FIRST_SLOT), FIRST_SLOT, vm);
  vm.setRent(MAINNET_LAMPORTS_PER_BYTE);
  const chain: Chain = {
    ledger,
    slots,
    faucet: new Faucet(seed, ledger),
    genesisHash: genesisHashOf(seed),
    now,
    get slotMs() {
      return options.slotMs();
    },
    forward,
  };
  const moveOn = () => ledger.enterSlot(slots.tip, Math.floor(now() / 1000));
  return {
    genesisHash: chain.genesisHash,
    answer(body, node = {}) {
      moveOn();
      const fault = faultOf(node);
      return dispatch(body, chain, { take: () => fault }).body;
    },
    parse: parseWire,
    land(wire, hasRun = true) {
      moveOn();
      const submitted = hasRun ? ledger.submit(wire) : ledger.includeWithoutRunning(wire);
      return "refused" in submitted ? submitted : { landed: ledger.record(submitted.landed) };
    },
    reorgTo(keptSlot) {
      moveOn();
      ledger.reorgTo(keptSlot);
    },
    deposit: (address, lamports) => ledger.deposit(address, lamports),
    balance: (address) => vm.read(address)?.lamports ?? 0n,
    blockhashAt: (slot) => ledger.blockhashes.at(slot),
    setRent: (lamportsPerByte) => vm.setRent(lamportsPerByte),
    minimumBalance: (bytes) => vm.minimumBalance(bytes),
    close() {
      ledger.release();
      spareVms.push(vm);
    },
  };
}

function faultOf({ lag = 0, swallow = false }: EmbeddedNode): Fault | undefined {
  if (swallow) return { kind: "swallow" };
  return lag > 0 ? { kind: "stale", lag } : undefined;
}
