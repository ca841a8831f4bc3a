import type { Fault } from "./faults";
import type { AccountState } from "./types";

/** Slot of mainnet by the third of four steps from 400 towards 200 ms (SIMD-0525, September 2026). */
export const MAINNET_SLOT_MS = 250;
/**
 * Rent of mainnet in November 2026, in lamports a byte: on the way from 6,960 to 696 (SIMD-0437), so
 * that an account without data holds at least 650,240 lamports.
 */
export const MAINNET_LAMPORTS_PER_BYTE = 5_080;

export interface ChainOptions {
  /** Port of JSON-RPC; the next one is used too. 0 (the default) takes any free pair. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Folder of the journal; without it the chain is kept in memory only. */
  readonly dataDir?: string;
  /** Milliseconds a slot lasts; default `MAINNET_SLOT_MS`. */
  readonly slotMs?: number;
  /** Rent (lamports a byte); default `MAINNET_LAMPORTS_PER_BYTE`. */
  readonly lamportsPerByte?: number;
  /** Address of an account that stands for Pyth's push feed of SOL in dollars; without it there is none. */
  readonly priceFeed?: string;
  /** Slots advance only by `advanceSlots`. */
  readonly manualSlots?: boolean;
  /** Slots until a block is confirmed; default 1. */
  readonly confirmedAfter?: number;
  /** Slots until a block is finalized; default 32. */
  readonly finalizedAfter?: number;
  /** Path that takes the commands of `control.ts` by POST; without it none does. For tests. */
  readonly control?: string;
  /** Milliseconds since 1970; default the system's clock. */
  readonly now?: () => number;
}

export interface ChainHandle {
  /** JSON-RPC over HTTP, and WebSocket on the same port. */
  readonly url: string;
  readonly wsUrl: string;
  readonly port: number;
  /** The current slot. */
  readonly slot: number;
  advanceSlots(count: number): void;
  /** Stops the slots: transactions still land, and none gains confirmations. */
  pause(): void;
  resume(): void;
  /**
   * Moves to another fork: empties the blocks of the last `depth` slots, finalized ones excepted.
   * Returns the dropped signatures; they may land again.
   */
  reorg(depth?: number): string[];
  /** Changes the rent (lamports a byte) from now on. */
  setRent(lamportsPerByte: number): void;
  /** Delays every answer by `ms`. */
  setDelay(ms: number): void;
  injectFault(fault: Fault): void;
  clearFaults(): void;
  /** Transfers lamports from the faucet at once; returns the signature. */
  airdrop(address: string, lamports: number | bigint): string;
  /** Sets an account at once and without a transaction; a restart loses it. For tests. */
  setAccount(address: string, account: AccountState): void;
  /** Lamports of an account in the newest state. */
  balance(address: string): bigint;
  close(): Promise<void>;
}
