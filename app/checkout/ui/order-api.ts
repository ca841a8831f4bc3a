// @chunk none
import { apiPaths } from "../../lib/api-paths";

/** The calls of an order, for the person who opened it. */
export interface OrderApi {
  order(id: string): string;
  live(id: string): string;
  transaction(id: string): string;
  signature(id: string): string;
  send(id: string): string;
  leaveLine(id: string): string;
  /** Headers of each call. A WebSocket has cookies only. */
  headers: Record<string, string>;
}

const accountsApi: OrderApi = { ...apiPaths, headers: {} };

/** Of a browser without an account. With its secret they work where cookies are blocked. */
export function guestsApi(secret?: string): OrderApi {
  return {
    order: apiPaths.guestOrder,
    live: apiPaths.guestLive,
    transaction: apiPaths.guestTransaction,
    signature: apiPaths.guestSignature,
    send: apiPaths.guestSend,
    leaveLine: apiPaths.guestLeaveLine,
    headers: secret === undefined ? {} : { Authorization: `Checkout ${secret}` },
  };
}

export function orderApi({ isGuests }: { isGuests: boolean }): OrderApi {
  return isGuests ? guestsApi() : accountsApi;
}
