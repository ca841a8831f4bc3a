import type { AccountContents, DeletionFacts, MergeVerdict } from "../domain/account-endings";

/** Accounts that end: in another one, or for good. Each write is one batch of conditional statements. */
export interface Endings {
  contents(uid: string): Promise<AccountContents>;
  /** Whether the account that this wallet alone opens may be merged into `to`. */
  mergeVerdict(from: string, to: string): Promise<MergeVerdict>;
  /**
   * Moves everything of the wallet's account to `to`, closes it and links the wallet to `to`.
   * Repeating it changes nothing. False where nothing was moved, now or by an earlier call.
   */
  merge(accounts: { from: string; to: string; wallet: string }, at: number): Promise<boolean>;
  deletionFacts(uid: string): Promise<Omit<DeletionFacts, "toDecide">>;
  /**
   * Removes a person. What buyers and the books need stays, under `pseudonym`: a new id that says
   * nothing. Files to be removed are left as that id's unfinished uploads. False where the person
   * is gone, is paying at this moment, or has payments to decide on.
   */
  remove(uid: string, pseudonym: string, at: number): Promise<boolean>;
}
