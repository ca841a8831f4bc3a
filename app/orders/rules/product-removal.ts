import { blockhashLifetimeMs, type Pace } from "../../solana/pace";

/** What the record says against the removal of a product. Times in epoch ms. */
export interface RemovalFacts {
  /** It was paid for, whatever became of the payment, or a buyer has its file. */
  hasPayments: boolean;
  /** The title of a bundle that it is a part of; null for none. */
  bundle: string | null;
  /** When a transaction was built that can still land; null without one. */
  builtAt: number | null;
  /** Until when a payment is looked for that was reported or waits in line; null without one. */
  endsAt: number | null;
}

/**
 * Why a product can't be removed, only disabled.
 * - `bundled`: it is a part of a bundle of this title, and can be taken out of it
 * - `payments`: it was paid for, whatever became of the payment
 * - `may_be_paid`: a payment may still arrive, until about that time (epoch ms)
 */
export type RemovalObstacle =
  | { why: "payments" }
  | { why: "bundled"; bundle: string }
  | { why: "may_be_paid"; until: number };

/** Null where nothing stands against it. The removing write has the same conditions. */
export function removalObstacle(
  { hasPayments, bundle, builtAt, endsAt }: RemovalFacts,
  pace: Pace,
): RemovalObstacle | null {
  if (hasPayments) return { why: "payments" };
  if (bundle !== null) return { why: "bundled", bundle };
  if (builtAt === null && endsAt === null) return null;
  const lapsesAt = builtAt === null ? 0 : builtAt + blockhashLifetimeMs(pace);
  return { why: "may_be_paid", until: Math.max(lapsesAt, endsAt ?? 0) };
}
