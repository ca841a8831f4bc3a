import type { PlanId, PlanTerms } from "../../accounts/rules/plan";

export interface Plan extends PlanTerms {
  /** Planned commission of the public shop, in basis points; shown, not yet charged. */
  publicShopBps: number;
  advancedStatistics: boolean;
  /** Banner, logo and long description on the sales page. */
  customPage: boolean;
}

const BYTES_PER_MB = 1024 * 1024;

/** Fees and limits by plan. An order stores the commission that it was made with. */
export const PLANS: Record<PlanId, Plan> = {
  free: {
    feeBps: 250,
    publicShopBps: 1500,
    maxFileBytes: 100 * BYTES_PER_MB,
    advancedStatistics: false,
    customPage: false,
  },
  pro: {
    feeBps: 100,
    publicShopBps: 1000,
    maxFileBytes: 500 * BYTES_PER_MB,
    advancedStatistics: true,
    customPage: true,
  },
  premium: {
    feeBps: 0,
    publicShopBps: 500,
    maxFileBytes: 1024 * BYTES_PER_MB,
    advancedStatistics: true,
    customPage: true,
  },
};

/** The commission in force where `FEE_BPS` is not set. */
export const DEFAULT_FEE_BPS = PLANS.pro.feeBps;
/** The most that `FEE_BPS` may be: a seller gets at least half. */
export const MAX_FEE_BPS = 5_000;

/**
 * The plan whose fees and limits apply: Free gets those of Pro until Pro can be bought, with the commission
 * that the operator has set.
 */
export function planTerms(plan: PlanId, { feeBps }: Pick<PlanTerms, "feeBps">): Plan {
  return plan === "premium" ? PLANS.premium : { ...PLANS.pro, feeBps };
}

/** Bytes of the largest file that may be sold with a plan. */
export function maxFileBytes(plan: PlanId): number {
  return planTerms(plan, PLANS.pro).maxFileBytes;
}
