/** Why a person has a right that nothing was paid for. */
export const GRANT_REASONS = ["fork", "free"] as const;
export type GrantReason = (typeof GRANT_REASONS)[number];

/** True for a right by no order. One that was accepted after a fork has an order, with a receipt. */
export function isWithoutOrder(reason: GrantReason | null): boolean {
  return reason === "free";
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Most grants in a window, held as conditions of the write. */
export const GRANT_LIMITS = {
  /** Free products that one account takes: far above real use. */
  account: { limit: 20, windowMs: DAY_MS },
  /** Of all accounts of one network address: a classroom takes two each. */
  address: { limit: 60, windowMs: DAY_MS },
  /** New people of one product; those who had it are not slowed. */
  product: { limit: 300, windowMs: HOUR_MS },
} as const;

/** How long a grant keeps the hash of the network address that it is counted by. */
export const GRANT_ADDRESS_KEPT_MS = DAY_MS;
