/** Bounds of the WebSockets of open purchase pages, and the close codes for which the server ends one. */

/** Sockets of one order; the oldest is closed for one more. */
export const MAX_SOCKETS_PER_ORDER = 5;
/** Orders of one account whose pages have sockets at a time. */
export const MAX_FOLLOWED_PER_ACCOUNT = 20;
/** The same of one network address, which an event may share. */
export const MAX_FOLLOWED_PER_ADDRESS = 300;
/** An order counts for this long after its page was opened, or renewed. */
export const FOLLOWED_MS = 10 * 60_000;

/** Who has a page of an order with a socket. */
export interface Follower {
  orderId: string;
  /** The buyer, as `countedAs` says. */
  uid: string;
  /** IPv4, or the /64 of IPv6. */
  address: string;
}

/** What a socket knows of its page. */
export interface PageViewer extends Omit<Follower, "orderId"> {
  /** Hash of the session token, as it is stored; of no token for a guest. */
  sessionHash: string;
  /** Until when the order counts as followed. Epoch ms. */
  countedUntil: number;
}

/** The session has ended, or the order is another account's now: the page loads its data again. */
export const SESSION_ENDED_CODE = 4401;

/** More pages are open than get a WebSocket: this one asks by itself. */
export const TOO_MANY_SOCKETS_CODE = 4429;

/** What a page sends when it is shown again, after another tab or program. */
export const PAGE_SHOWN = "shown";
