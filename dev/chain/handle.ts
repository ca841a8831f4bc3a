import type { Fault } from "./faults";
import type { AccountState } from "./types";

export interface ChainOptions {
  /** Port of JSON-RPC; the next one is used too. 0 (the default) takes any free pair. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Folder of the journal; without it the chain is kept in memory only. */
  readonly dataDir?: string;
  /** Milliseconds a slot lasts; default 400. */
  readonly slotMs?: number;
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
