import type { Faucet } from "../faucet";
import type { Ledger } from "../ledger";
import type { WireTransaction } from "../parse-wire";
import type { SlotView } from "../slots";
import type { Commitment } from "../types";
import { CODES, RpcError } from "./errors";

/** The parts that the methods read. */
export interface Chain {
  readonly ledger: Ledger;
  readonly slots: SlotView;
  readonly faucet: Faucet;
  readonly genesisHash: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly slotMs: number;
  /** Brings what a node was sent to a leader; without it the transaction lands at once. */
  readonly forward?: (wire: WireTransaction) => void;
}

/** The context of one call. */
export interface RpcContext {
  readonly chain: Chain;
  /** Slots that the node is behind; 0 unless a test makes it stale. */
  readonly lag: number;
  /** Accepts transactions without executing them; for tests. */
  readonly swallow: boolean;
  /** Puts transactions into a block without running them; for tests. */
  readonly withoutRunning: boolean;
}

export type Method = (params: unknown, context: RpcContext) => unknown;
export type Methods = Readonly<Record<string, Method>>;

export interface Config {
  commitment?: Commitment | undefined;
  minContextSlot?: number | undefined;
}

/**
 * The slot that a read uses: the newest one of its commitment, `finalized` where none is given.
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

/** A value with the slot at which it was read. */
export function withContext<Value>(slot: number, value: Value) {
  return { context: { apiVersion: API_VERSION, slot }, value };
}
