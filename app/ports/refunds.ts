import type { ReceivedMoney } from "../domain/received-money";

/** What the ledger says of money that came, by order and wallet. */
export interface Received {
  /** What a wallet paid for an order; without one, the wallet that the order's state rests on. */
  find(orderId: string, payer: string | null): Promise<ReceivedMoney | null>;
  /** Transactions that brought what a wallet paid for an order, and the one that settled it. */
  signatures(orderId: string, payer: string): Promise<string[]>;
  /** Payments that wait for the seller, newest first. `before` continues a page. */
  toReview(ownerUid: string, limit: number, before?: ReceivedSpot): Promise<ReceivedMoney[]>;
  countToReview(ownerUid: string): Promise<number>;
  /** Sales and what became of them, newest first. `before` continues a page. */
  sales(ownerUid: string, limit: number, before?: ReceivedSpot): Promise<ReceivedMoney[]>;
}

/** The last payment of a page: the time alone may be shared. */
export type ReceivedSpot = Pick<ReceivedMoney, "at" | "orderId" | "payer">;

/** A transfer back to a buyer that was built and is not proved yet. */
export interface OpenRefund {
  reference: string;
  orderId: string;
  payer: string;
  lamports: bigint;
  closes: boolean;
  /** Wire bytes, base64; signed by the refund's own key. */
  transaction: string;
  /** Epoch ms. */
  builtAt: number;
  lastValidBlockHeight: number;
}

/** Every write is conditional and may be repeated. */
export interface Refunds {
  openOf(orderId: string): Promise<OpenRefund | null>;
  /** False where the order has an open one; `nextLookAt` is when the sweep takes over. */
  open(refund: OpenRefund & { sealedSecret: string }, nextLookAt: number): Promise<boolean>;
  /**
   * It was seen on the chain: ledger, links, purchase, stock and order in one batch. An order that
   * rests on another wallet's payment by now goes on.
   */
  complete(
    reference: string,
    found: { signature: string; slot: number },
    at: number,
  ): Promise<void>;
  /** It can't land any more. */
  lapse(reference: string): Promise<void>;
}
