import type { OrderState } from "./order-state";
import { BLOCKHASH_LIFETIME_MS } from "./poll-schedule";

/** A look this close (ms) to the end of an order's day is its last: it is due a little before. */
const EXPIRY_TOLERANCE_MS = 12_000;

/** True while a valid payment would still settle the order. */
export function isOpen({ status }: OrderState): boolean {
  return status !== "paid" && status !== "refunded";
}

/** True when the look about to be made is the last one before the order closes. */
export function isExpiring({ expiresAt }: OrderState, now: number): boolean {
  return now >= expiresAt - EXPIRY_TOLERANCE_MS;
}

/**
 * True when it is worth asking whether a pre-signed transaction can no longer land. Only the chain
 * can tell; one built in the future was built before this clock was set back.
 */
export function mayHaveExpired({ status, built }: OrderState, now: number): boolean {
  if (status !== "awaiting" || built?.preSigned !== true) return false;
  return now >= built.at + BLOCKHASH_LIFETIME_MS || now < built.at;
}
