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

/** The plan whose fees and limits apply: Free gets those of Pro until Pro can be bought. */
export function planTerms(plan: PlanId): Plan {
  return plan === "free" ? PLANS.pro : PLANS[plan];
}
