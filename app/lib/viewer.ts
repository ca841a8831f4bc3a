/** Subscriptions; `products/rules/plans.ts` defines what each includes. */
export const PLAN_IDS = ["free", "pro", "premium"] as const;
export type PlanId = (typeof PLAN_IDS)[number];

/** What a plan allows and costs; `products/rules/plans.ts` has the table. */
export interface PlanTerms {
  /** Commission on a sale by link, in basis points of the price. */
  feeBps: number;
  /** Largest product file, in bytes. */
  maxFileBytes: number;
}

/** The plan of an account as last read; `accounts/rules/plan-in-force.ts` says what it means now. */
export interface StoredPlan {
  id: PlanId;
  /** Epoch ms of the last reading from the chain that gave a result; null before the first one. */
  readAt: number | null;
  /** Epoch ms of the last reading that was started. */
  triedAt: number | null;
}

/** The signed-in user, as far as pages need it. */
export interface Viewer {
  uid: string;
  displayName: string;
  email: string;
  wallet: string | null;
  /** The plan in force. */
  plan: PlanId;
  storedPlan: StoredPlan;
  /** Epoch ms of the last re-authentication in this session. */
  reauthenticatedAt: number;
  /** Threads with messages that they have not opened; more than 99 may be counted incompletely. */
  unreadThreads: number;
}

/** Maximum age of the re-authentication for changes of the payout wallet or of login methods. */
export const REAUTH_WINDOW_MS = 10 * 60_000;
