import { DAY_MS } from "../../lib/time-zone";
import type { PlanId, StoredPlan } from "../../lib/viewer";

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
