import type { PollAnswer } from "../app/orders/ports";
import type { CachedSignatures, Learned, Stranger } from "../app/settlement/ports";

/** RPC methods of the Durable Object that watches one order. */
export interface OrderObject extends Rpc.DurableObjectBranded {
  /** Reports an event that makes a payment likelier or a poll due. */
  notify(orderId: string, event: OrderEvent): Promise<void>;
  /** `OrderWatcher` says what these do. They answer when the poll ends. */
  look(orderId: string, minSlot: number): Promise<PollAnswer>;
  release(orderId: string): Promise<PollAnswer>;
}

export type OrderEvent =
  | "built"
  | "built_for_page"
  | "suggested"
  | "opened"
  | "restored"
  | "overdue";

/** RPC methods of the Durable Object that reads the balances of those who hold units. */
export interface StockWatchObject extends Rpc.DurableObjectBranded {
  start(): Promise<void>;
}

/** RPC methods of the Durable Object that reads the history of the platform's address. */
export interface PlatformSignatureCacheObject extends Rpc.DurableObjectBranded {
  signaturesFor(key: string, sinceAgoMs: number, staleMs: number): Promise<CachedSignatures>;
  strangers(signatures: string[]): Promise<(Stranger | null)[]>;
  learn(fetched: Learned[]): Promise<void>;
  finalizedHeight(): Promise<number | null>;
}
