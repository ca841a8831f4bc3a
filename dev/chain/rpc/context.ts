import type { Faucet } from "../faucet";
import type { Ledger } from "../ledger";
import type { Slots } from "../slots";
import type { Commitment } from "../types";
import { CODES, RpcError } from "./errors";

/** What one chain's methods stand on. */
export interface Chain {
  readonly ledger: Ledger;
  readonly slots: Slots;
  readonly faucet: Faucet;
  readonly genesisHash: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly slotMs: number;
}

/** One call's view of the chain. */
export interface RpcContext {
  readonly chain: Chain;
  /** Slots by which the asked node lies behind; 0 unless a test wants a stale one. */
  readonly lag: number;
  /** Transactions are accepted and never land; for tests. */
  readonly swallow: boolean;
}

export interface Config {
  commitment?: Commitment | undefined;
  minContextSlot?: number | undefined;
}

/**
 * The slot that a read looks at: the newest one of its commitment, `finalized` where none is given.
 *
 * @throws RpcError -32016 where it lies before `minContextSlot`
 */
export function contextSlot(context: RpcContext, config: Config | null | undefined): number {
  const slot = context.chain.slots.at(config?.commitment ?? "finalized", context.lag);
  if (config?.minContextSlot !== undefined && slot < config.minContextSlot) {
    throw new RpcError(CODES.minContextSlot, "Minimum context slot has not been reached", {
      contextSlot: slot,
    });
  }
  return slot;
}

export const API_VERSION = "2.2.7";

/** A value with the slot that it was read at. */
export function withContext<Value>(slot: number, value: Value) {
  return { context: { apiVersion: API_VERSION, slot }, value };
}
