/**
 * What a buyer declares so that the file may come at once: consent to begin before the period of
 * withdrawal ends, and knowledge that the right of withdrawal is lost by it (Directive 2011/83/EU,
 * article 16(m); code de la consommation, article L221-28, 13°).
 */
export interface Waiver {
  /** Of its words: those of the locale key `waiver.declaration.<version>`. */
  version: number;
  /** Epoch ms. */
  at: number;
}

/** Of the words that pages show today. Words that were declared stay in the locale files. */
export const WAIVER_VERSION = 1;

/** Directive 2011/83/EU, article 9. */
const WITHDRAWAL_PERIOD_DAYS = 14;

/** Until when (epoch ms) a buyer who declared nothing may withdraw; `soldAt` is when it was paid. */
export function withdrawalEndsAt(soldAt: number): number {
  return soldAt + WITHDRAWAL_PERIOD_DAYS * 24 * 60 * 60 * 1000;
}

/** True for a paid order whose file waits for a waiver. */
export function needsWaiver(
  { status, waiver }: { status: string; waiver: Waiver | null },
  { requireWaiver }: { requireWaiver: boolean },
): boolean {
  return requireWaiver && status === "paid" && waiver === null;
}
