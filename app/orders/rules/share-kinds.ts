import { SHARE_KINDS, type SHARE_OWED_KINDS } from "./ledger-kinds";

/** What was taken off a share, for a sale that the seller has refunded. */
export const WITHHELD_KINDS = ["withheld", "withheld_rolled_back"] as const;
/** What others got of a sale, or did not have to return of an earlier one. */
export const RECEIVED_SHARE_KINDS = [...SHARE_KINDS, ...WITHHELD_KINDS] as const;
/** What is due back of a refunded sale, less what was taken off later shares. */
export const DEBT_KINDS = ["due_back", ...WITHHELD_KINDS] as const;

/** Kinds of entries by wallet. Those of shares, paid or owed, are in the seller's ledger as sums. */
export type ShareEntryKind =
  | (typeof SHARE_KINDS)[number]
  | (typeof SHARE_OWED_KINDS)[number]
  | (typeof DEBT_KINDS)[number];
