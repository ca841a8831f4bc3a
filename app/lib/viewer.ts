/** Subscriptions; `products/rules/plans.ts` defines what each includes. */
export const PLAN_IDS = ["free", "pro", "premium"] as const;
export type PlanId = (typeof PLAN_IDS)[number];

/** The signed-in user, as far as pages need it. */
export interface Viewer {
  uid: string;
  displayName: string;
  email: string;
  wallet: string | null;
  plan: PlanId;
  /** Epoch ms of the last re-authentication in this session. */
  reauthenticatedAt: number;
}

/** Maximum age of the re-authentication for changes of the payout wallet or of login methods. */
export const REAUTH_WINDOW_MS = 10 * 60_000;
