/** What the Worker calls on an order's object. */
export interface OrderObject extends Rpc.DurableObjectBranded {
  /** Something happened that makes a payment likelier, or a poll due. */
  notify(orderId: string, event: OrderEvent): Promise<void>;
}

export type OrderEvent = "built" | "suggested" | "opened" | "overdue";

/** What the Worker calls on the one reader of the platform's address. */
export interface SalesFeedObject extends Rpc.DurableObjectBranded {
  signaturesFor(key: string, sinceAgoMs: number, staleMs: number): Promise<string[] | null>;
}
