import type { LogLevel } from "../app/lib/log";
import type { ViewCounter } from "../app/products/ports";
import type { RateMemory } from "../app/rates/use-cases/kept-rate";
import type { NodeHealth } from "../app/solana/chain";
import type { Pace } from "../app/solana/pace";
import { type Counters, createCounters } from "./counters";
import type { AppSettings } from "./env";
import type { SchemaMemory } from "./schema";

/** Time, chance and network, which a simulation replaces. */
export interface Runtime {
  /** Epoch ms. */
  now(): number;
  /** In [0, 1). Not for secrets. */
  random(): number;
  /** Unpredictable bytes, for secrets. */
  randomBytes(count: number): Uint8Array<ArrayBuffer>;
  sleep(ms: number): Promise<void>;
  /** Aborts after `ms` with a `TimeoutError`. */
  timeoutSignal(ms: number): AbortSignal;
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Writes a line of the log. */
  print(level: LogLevel, line: string): void;
}

/** That of workerd and of Node. Globals are looked up with each call, because tests replace them. */
export const platformRuntime: Runtime = {
  now: () => Date.now(),
  random: () => Math.random(),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  timeoutSignal: (ms) => AbortSignal.timeout(ms),
  fetch: (url, init) => fetch(url, init),
  print: (level, line) => console[level](line),
};

/** What all requests and Durable Objects of an isolate share, and its end forgets. */
export interface Isolate {
  readonly runtime: Runtime;
  readonly counters: Counters;
  /** Of the newest JSON-RPC request. */
  lastRpcId: number;
  /** Nodes with a recent error, by URL. */
  readonly cooldowns: Map<string, Cooldown>;
  /** Newest slots by URL. */
  readonly heardSlots: Map<string, HeardSlot>;
  /** By URL; `at` is when it was read (epoch ms). */
  readonly genesisHashes: Map<string, { hash: string; at: number }>;
  /** How fast the chain goes, by the list of nodes. */
  readonly paces: Map<string, Pace>;
  /** When the pace is asked again (epoch ms), by the list of nodes. */
  readonly pacesDue: Map<string, number>;
  /** Rent minimum, and when it is asked again (epoch ms), by the list of nodes. */
  readonly rents: Map<string, { lamports: bigint; due: number }>;
  /** The last check of all nodes and its time (epoch ms), by their list. */
  readonly nodeChecks: Map<string, { nodes: NodeHealth[]; at: number }>;
  readonly viewCounters: WeakMap<AppSettings, ViewCounter>;
  /** What was last read of the kept rate. */
  readonly rates: WeakMap<AppSettings, RateMemory>;
  /** It has one database. */
  readonly schema: SchemaMemory;
}

export interface Cooldown {
  /** Epoch ms. */
  until: number;
  /** True after a 429: the node then gets no request, even where it is the only one. */
  rateLimited: boolean;
}

export interface HeardSlot {
  slot: number;
  /** When it was heard, or asked for. Epoch ms. */
  at: number;
  /** True where another node had reached a much newer slot before. */
  isBehind: boolean;
}

export function createIsolate(runtime: Runtime): Isolate {
  return {
    runtime,
    counters: createCounters(runtime),
    lastRpcId: 0,
    cooldowns: new Map(),
    heardSlots: new Map(),
    genesisHashes: new Map(),
    paces: new Map(),
    pacesDue: new Map(),
    rents: new Map(),
    nodeChecks: new Map(),
    viewCounters: new WeakMap(),
    rates: new WeakMap(),
    schema: { missing: null, at: 0 },
  };
}

export const platformIsolate = createIsolate(platformRuntime);
