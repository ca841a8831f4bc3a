/** What a person has subscribed to; `products/rules/plans.ts` says what each plan gives. */
export const PLAN_IDS = ["free", "pro", "premium"] as const;
export type PlanId = (typeof PLAN_IDS)[number];

/** Who is signed in, as far as pages need to know. */
export interface Viewer {
  uid: string;
  displayName: string;
  email: string;
  wallet: string | null;
  plan: PlanId;
  /** Epoch ms of the last password or wallet signature given in this session. */
  reauthenticatedAt: number;
}

/** Changes of money or login methods need an authentication younger than this, in ms. */
export const REAUTH_WINDOW_MS = 10 * 60_000;
