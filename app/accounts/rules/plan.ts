import { DAY_MS } from "../../lib/time-zone";

/** Subscriptions; `products/rules/plans.ts` has the terms of each. */
export const PLAN_IDS = ["free", "pro", "premium"] as const;
export type PlanId = (typeof PLAN_IDS)[number];

/** What the profile says of a plan. */
export interface PlanTerms {
  /** Commission on a sale by link, in basis points of the price. */
  feeBps: number;
  /** Largest product file, in bytes. */
  maxFileBytes: number;
}

/** The plan of an account as last read; `planInForce` says what it means now. */
export interface StoredPlan {
  id: PlanId;
  /** Epoch ms of the last reading from the chain that gave a result; null before the first one. */
  readAt: number | null;
  /** Epoch ms of the last reading that was started. */
  triedAt: number | null;
}

/** The token whose holders have the Premium plan. `address` is base58. */
export interface PremiumTokenId {
  kind: "mint" | "collection";
  address: string;
}

/** A plan by token is read again when its last reading is older. */
const FRESH_MS = DAY_MS;
/** How long it stays in force while no reading gives a result. */
const MAX_READING_AGE_MS = 7 * DAY_MS;

/** The plan that applies now: one by token ends a week after its last reading. */
export function planInForce({ id, readAt }: StoredPlan, now: number): PlanId {
  return readAt !== null && now - readAt > MAX_READING_AGE_MS ? "free" : id;
}

/** True for a plan that was granted by the operator. No reading changes it. */
export function isGranted({ id, readAt }: StoredPlan): boolean {
  return id !== "free" && readAt === null;
}

/** True where the plan has to be read from the chain before it is relied on. */
export function isReadingDue(plan: StoredPlan, now: number): boolean {
  return !isGranted(plan) && (plan.readAt === null || now - plan.readAt > FRESH_MS);
}
