/**
 * Affiliates: people who recommend a product and get a part of its price. They apply, or accept an invitation, and no
 * one is an affiliate without an act of their own.
 */
import { DAY_MS } from "../../lib/time-zone";
import { BPS_PER_WHOLE, splitPrice } from "../../products/rules/commission";

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
export const MAX_OPEN_INVITATIONS = 20;
/** An older link was forgotten, and may be in foreign hands. */
export const INVITATION_LIFETIME_MS = 30 * DAY_MS;
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

/** Of the price after the commission: a seller who keeps less sells for others. */
const MIN_SELLER_BPS = 500n;

/** What the part of a product's seller is computed from. */
interface SharedPrice {
  priceLamports: bigint;
  /** Commission of the seller's plan. */
  feeBps: number;
  affiliateBps: number;
  /** Of co-authors, each of what the affiliate leaves. */
  authorsBps: readonly number[];
}

/** What is left for the seller of a sale by an affiliate, in lamports. */
export function sellersPart({
  priceLamports,
  feeBps,
  affiliateBps,
  authorsBps,
}: SharedPrice): bigint {
  const { shareLamports: whole } = splitPrice(priceLamports, feeBps);
  const left = whole - (whole * BigInt(affiliateBps)) / BPS_PER_WHOLE;
  const authors = authorsBps.map((bps) => (left * BigInt(bps)) / BPS_PER_WHOLE);
  return authors.reduce((rest, part) => rest - part, left);
}

/** False where the seller would keep less than 5 % of the price after the commission. */
export function leavesEnough(price: SharedPrice): boolean {
  const { shareLamports: whole } = splitPrice(price.priceLamports, price.feeBps);
  return sellersPart(price) * BPS_PER_WHOLE >= whole * MIN_SELLER_BPS;
}
