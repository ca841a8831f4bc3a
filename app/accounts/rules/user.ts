import type { PlanId } from "../../lib/viewer";

export interface User {
  uid: string;
  displayName: string;
  /** Empty for an account opened by wallet. */
  email: string;
  wallet: string | null;
  role: string;
  plan: PlanId;
  /** Epoch ms. */
  createdAt: number;
  walletLinkedAt: number | null;
}
