import type { Order } from "./order";

/** Who asks for an order and follows it: an account, or a browser without one. */
export type Buyer = { kind: "account"; uid: string } | GuestBuyer;

/** A browser without an account. It holds a secret, of which the hash is stored. */
export interface GuestBuyer {
  kind: "guest";
  /** Hex SHA-256. */
  secretHash: string;
}

export function accountBuyer(uid: string): Buyer {
  return { kind: "account", uid };
}

/** A guest's unpaid order ends after this time, unless a payment was built for it. */
export const GUEST_ORDER_LIFETIME_MS = 15 * 60_000;

/** From the opening of an order on, its browser's secret is good for this time. */
export const GUEST_ACCESS_MS = 24 * 60 * 60_000;

/** Open orders of one browser. A further one ends the oldest that nothing was built for. */
export const MAX_OPEN_GUEST_ORDERS = 10;

type OwnedOrder = Pick<Order, "buyerUid" | "guest" | "createdAt">;

/** True for an order that this buyer opened, or became the buyer of. `now`: epoch ms. */
export function isOrderOf(order: OwnedOrder, buyer: Buyer, now: number): boolean {
  if (buyer.kind === "account") return order.buyerUid === buyer.uid;
  return order.guest?.secretHash === buyer.secretHash && now < order.createdAt + GUEST_ACCESS_MS;
}

/**
 * True where the browser's own payment settled the order: the server has co-signed what came with the
 * secret. Any other payment of the order is the payer's alone, who may not know the browser.
 */
export function isPaidByGuest({
  status,
  signature,
  guest,
}: Pick<Order, "status" | "signature" | "guest">): boolean {
  return status === "paid" && signature !== null && guest?.signature === signature;
}

/** The key of a buyer in rows that are counted by account. An account's uid has no colon in front. */
export function countedAs(buyer: Buyer): string {
  return buyer.kind === "account" ? buyer.uid : `guest:${buyer.secretHash}`;
}

/** The buyer of such a key. */
export function buyerCountedAs(key: string): Buyer {
  const [, secretHash] = /^guest:([\da-f]{64})$/.exec(key) ?? [];
  return secretHash === undefined ? accountBuyer(key) : { kind: "guest", secretHash };
}
