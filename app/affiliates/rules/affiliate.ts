/**
 * Affiliates: people who recommend a product and get a part of its price. They apply, or accept an invitation, and no
 * one is an affiliate without an act of their own.
 */
import { DAY_MS } from "../../lib/time-zone";

export const AFFILIATE_STATES = [
  /** Waits for the seller. */
  "applied",
  /** In force. */
  "active",
  /** The seller declined the application: an invitation can still make an affiliate of the person. */
  "declined",
  /** The seller refused the person for good. */
  "refused",
  /** The seller ended it. */
  "ended",
  /** The person left, and may apply again. */
  "left",
] as const;
export type AffiliateState = (typeof AFFILIATE_STATES)[number];

/** What the seller does with an affiliate or an application. */
export const SELLER_DECISIONS = ["accept", "decline", "end", "refuse"] as const;
export type SellerDecision = (typeof SELLER_DECISIONS)[number];

/** The states that a decision is taken on, and the one that it leads to. */
export const DECISIONS: Record<
  SellerDecision,
  { from: readonly AffiliateState[]; to: AffiliateState }
> = {
  accept: { from: ["applied"], to: "active" },
  decline: { from: ["applied"], to: "declined" },
  end: { from: ["active"], to: "ended" },
  refuse: { from: ["applied", "active", "declined", "ended", "left"], to: "refused" },
};

/** Percent of the price after the commission. Above it little is left of the price for its seller. */
export const MIN_AFFILIATE_PERCENT = 1;
export const MAX_AFFILIATE_PERCENT = 75;
const BPS_PER_PERCENT = 100;

/** Affiliates in force of one product: the seller's page shows all of them. */
export const MAX_AFFILIATES = 100;
/** Open applications of one person, so that nobody applies to the whole shop. */
export const MAX_APPLICATIONS_OF_PERSON = 20;
/** Open applications for one product: more than a seller reads. */
export const MAX_APPLICATIONS_OF_PRODUCT = 200;
/** Links of one product that can still be accepted. */
export const MAX_OPEN_LINKS = 20;
/** An older link was forgotten, and may be in foreign hands. */
export const LINK_LIFETIME_MS = 30 * DAY_MS;
/** In characters: some sentences. */
export const MAX_APPLICATION_CHARS = 500;

/** 72 random bits in base64url. */
export const AFFILIATE_CODE_BYTES = 9;
export const AFFILIATE_CODE = /^[\w-]{12}$/;

/** Basis points of a percentage as typed; null for one that no affiliate can have. */
export function affiliateBps(text: string): number | null {
  const typed = text.trim().replace(/\s*%$/, "");
  if (!/^\d{1,2}$/.test(typed)) return null;
  const percent = Number(typed);
  const isInRange = percent >= MIN_AFFILIATE_PERCENT && percent <= MAX_AFFILIATE_PERCENT;
  return isInRange ? percent * BPS_PER_PERCENT : null;
}

/** Of basis points, as the pages show them. */
export function percentOf(bps: number): number {
  return bps / BPS_PER_PERCENT;
}
