import type { Ports } from "../../workers/ports";
import type { Random } from "./random";
import type { Polls } from "./runtime/polls";
import type { Life, Scheduler } from "./scheduler";

/** How calls of the product travel to a store or a node and back: latency, faults, and the death of who calls. */
export interface Channel {
  /**
   * Does `work` at a drawn moment, at once and as a whole, and delivers its result or its error. Faults
   * that are drawn: the work is refused; it is done and the answer is lost; it takes long. Does not settle
   * where `life` is over; the work is then done or not, as drawn.
   */
  call<T>(life: Life, store: Store, label: string, work: () => T): Promise<T>;
}

export type Store = "d1" | "r2" | "cache";

/** The database below the stand-in of D1. */
export interface SimulatedDatabase {
  /** A D1 binding for one isolate or object. */
  bindingFor(life: Life): D1Database;
  /** Committed rows, for invariants and the model; integers as bigint where they exceed 2^53. */
  read<Row>(sql: string, ...params: (string | number | null)[]): Row[];
  /** Writes as an operator or a test does: outside of every fault. */
  write(sql: string, ...params: (string | number | null)[]): void;
  /** Changes with every commit that changed a row. */
  readonly version: number;
  /** A copy of the whole database, for `restore`. */
  copy(): Uint8Array;
  restore(copy: Uint8Array): void;
  close(): void;
}

export interface SimulatedBucket {
  bindingFor(life: Life): R2Bucket;
  /** Puts an object without a fault. */
  seed(key: string, body: Uint8Array | string, contentType?: string): void;
  has(key: string): boolean;
  remove(key: string): void;
}

/** A transaction in a block of the true chain. */
export interface LandedPayment {
  signature: string;
  slot: number;
  /** Virtual time of its block, epoch ms. */
  at: number;
  /** False for one that stands in a block and did not run (SIMD-0290). */
  hasRun: boolean;
  /** Null where it succeeded. */
  err: unknown;
  signers: string[];
  /** System transfers, top level and inner, that took effect. `extra`: keys after the two wallets. */
  transfers: { from: string; to: string; lamports: bigint; extra: string[] }[];
}

/** The local chain behind several simulated nodes. Slots follow from virtual time. */
export interface SimulatedChain {
  /** One URL a node. */
  readonly urls: readonly string[];
  readonly genesisHash: string;
  /** `fetch` of the product, for one isolate or object: reaches the nodes, with their faults. */
  fetchFor(life: Life): typeof fetch;
  /** What the true chain holds now, dropped forks left out; oldest first. */
  landed(): readonly LandedPayment[];
  /** Changes whenever `landed()` does. */
  readonly version: number;
  /** True where no fork can drop it any more. */
  isFinal(signature: string): boolean;
  balance(address: string): bigint;
  /** Lamports from the faucet, at once and final. */
  fund(address: string, lamports: bigint): void;
  /** A wallet sends signed bytes by itself; they land now, after `delayMs`, or never. */
  submit(bytes: Uint8Array, delayMs?: number): void;
  /** For wallets that build a transaction of their own. */
  latestBlockhash(): string;
  rentMinimum(): bigint;
  readonly slot: number;
  readonly finalizedSlot: number;
  readonly faults: ChainFaults;
  /** At the end of the run: the next chain of this process takes the virtual machine. */
  close(): void;
}

/** How a node fails, each call with the given share; null answers truly. */
export type NodeFault =
  | { kind: "timeout" | "reset" | "429" | "html" | "half-json" | "lost-answer"; share: number }
  /** Answers as the chain was `slots` ago. */
  | { kind: "lag"; slots: number }
  /** Says of signatures that they are confirmed, failed or unknown where they are not. */
  | { kind: "lying-status"; share: number }
  /** Returns transactions with a `meta` that did not happen. */
  | { kind: "lying-meta"; share: number }
  /** Belongs to another chain. */
  | { kind: "other-genesis" }
  /** Takes transactions and forwards none. */
  | { kind: "swallow" };

export interface ChainFaults {
  setNode(index: number, fault: NodeFault | null): void;
  /** Moves to another fork: drops the blocks of the last `depth` slots that are not final. */
  fork(depth: number): void;
  /** Slots stand still, until `resume`. */
  halt(): void;
  resume(): void;
  /** Length of a slot from now on, 100 to 400 ms. */
  setSlotMs(ms: number): void;
  setRent(lamportsPerByte: number): void;
  /** Slots after which a confirmed block is final: 0 makes `confirmed` final at once, null as usual. */
  setFinality(slots: number | null): void;
  /** Share of what is submitted that lands late, never, or stands in a block first without running. */
  setLanding(rates: { late: number; never: number; notRun: number }): void;
  quiet(): void;
}

/** Something that happened in a run, in the words of a reader. */
export interface Trace {
  /** @param who a person, an object, a store or `world` */
  add(who: string, text: string): void;
  /** SHA-256 of all lines so far, as hex. */
  hash(): string;
  /** Kept lines, oldest first; empty unless the run keeps them. */
  readonly lines: readonly string[];
}

/** An Ed25519 wallet that the simulator signs with. */
export interface SimulatedWallet {
  readonly address: string;
  sign(message: Uint8Array): Uint8Array;
}

export type Role = "buyer" | "seller" | "stranger";

export interface Person {
  /** As the trace names them, such as `Ada`. */
  readonly name: string;
  readonly role: Role;
  /** The account; null for who has a wallet only. */
  readonly uid: string | null;
  /** SHA-256 of the session token, as `sessions` has it; null without an account. */
  readonly sessionHash: string | null;
  /** Of the browsers in which the person buys without an account; hex SHA-256. */
  readonly secrets: readonly string[];
  /** The first one is linked to the account where there is one. */
  readonly wallets: readonly SimulatedWallet[];
}

/** The request was cut: the isolate that served it has ended. What it did before, it did. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
}

/** All that an act, a fault, an invariant or the model may reach. */
export interface World {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly chain: SimulatedChain;
  readonly database: SimulatedDatabase;
  readonly bucket: SimulatedBucket;
  readonly trace: Trace;
  readonly polls: Polls;
  readonly people: readonly Person[];
  readonly story: import("./model/story").Story;
  readonly platformWallet: string;
  /**
   * A request: runs `work` in one of the isolates with the ports of the product. Rejects with
   * `ConnectionLost` where that isolate is restarted meanwhile, with the error of the product otherwise.
   */
  request<T>(work: (ports: Ports) => Promise<T>): Promise<T>;
  /** Runs something that takes virtual time beside everything else. What it throws ends the run. */
  start(who: string, work: () => Promise<void>): void;
  /**
   * Opens the purchase page of an order: a WebSocket to its object. Null where it could not be opened.
   *
   * @param secret of the browser that opened the order without an account, else null
   */
  openPage(
    person: Person,
    orderId: string,
    secret: string | null,
  ): Promise<{ close(): void } | null>;
  readonly faults: FaultControls;
}

/** Faults that last until they are ended; `quiet` ends all. */
export interface FaultControls {
  /** Ends a Durable Object in memory, in the midst of what it does; its storage stays. */
  evict(orderId: string): void;
  /** Ends an isolate with all that runs in it. */
  restartIsolate(index: number): void;
  readonly isolateCount: number;
  /** Share of the calls to this store that are refused, lose their answer, or are slow. */
  setStoreFaults(store: Store, rates: { refused: number; lost: number; slow: number }): void;
  /** Share of the alarms that are lost, come twice, or late. */
  setAlarmFaults(rates: { lost: number; twice: number; late: number }): void;
  /** Share of the minutes in which the cron does not run, or runs twice at once. */
  setCronFaults(rates: { lost: number; twice: number }): void;
  /** Milliseconds that are added to the clock of an isolate. */
  setClockSkew(index: number, ms: number): void;
  /** Replaces the session secret of all isolates, which restart; with the one before kept, or not. */
  changeSecret(keepPrevious: boolean): void;
  /** The session secrets of all isolates. */
  secrets(): { sessionSecret: string; sessionSecretPrevious: string | null };
  /** Takes the former secret from all isolates, which restart. */
  dropFormerSecret(): void;
  /** `STOLEN_KEYS` of all isolates, which restart. */
  setStolenKeys(text: string): void;
  /** All isolates and objects start anew, as after a deployment. */
  restartAll(): void;
  quiet(): void;
}
