import type { PremiumTokenId } from "./rules/plan";

/** Settings of this deployment. */
export interface AccountSettings {
  /** Null where Google sign-in is not offered. */
  google: {
    clientId: string;
    clientSecret: string;
    issuer: string;
    /** True for a provider on this machine, on localnet. */
    isDemo: boolean;
  } | null;
  /** Null where no token gives the plan. */
  premiumToken: PremiumTokenId | null;
}

export interface PasswordHasher {
  /** Algorithm, parameters, salt and hash in one text. */
  hash(password: string): Promise<string>;
  /** False for a stored null (unknown address), which takes as long as for a real hash. */
  verify(password: string, stored: string | null): Promise<boolean>;
  /** True where `stored` was made with other parameters than the current ones. */
  outdated(stored: string): boolean;
}

/** What deleting an account needs of higher subjects. */
export interface OwnedRecords {
  /** Payments of others that this seller has to decide on. */
  countToReview(ownerUid: string): Promise<number>;
  /**
   * Removes one round of the images and uploads that `AccountLifecycle.remove` marked. The cron
   * sweeps remove the rest, should there be many.
   */
  removeFiles(): Promise<void>;
}

/** The token whose holders have the Premium plan. */
export interface PremiumToken {
  /**
   * A mint that a wallet holds and that gives the plan, by the nodes of a quorum; null for none. Of many
   * tokens, `known` is looked at first: the mint that gave it before. Throws `ChainUnavailable` where the
   * nodes do not answer within `timeoutMs`, or disagree.
   */
  mintHeldBy(wallet: string, known: string | null, timeoutMs: number): Promise<string | null>;
}
