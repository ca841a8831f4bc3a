import type { StoredPlan } from "./plan";

export interface User {
  uid: string;
  displayName: string;
  /** Empty for an account opened by wallet. */
  email: string;
  wallet: string | null;
  role: string;
  plan: StoredPlan;
  /** Epoch ms. */
  createdAt: number;
  /** Epoch ms. */
  walletLinkedAt: number | null;
}

export type NewUser = Pick<User, "uid" | "displayName" | "email" | "wallet" | "createdAt">;

/** The figures of a profile. */
export interface UserCounts {
  favourites: number;
  /** Active products. */
  forSale: number;
  /** Purchases that were not revoked. */
  purchased: number;
}
