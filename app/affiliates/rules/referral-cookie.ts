/**
 * The value of the cookie `ref`: who recommended which product to this browser. It has ids and days, no name:
 * `<product>.<code>.<day>`, the oldest first, with `~` between. The code of a recommendation that the visitor has
 * removed is `NOBODY`.
 */
import { DAY_MS } from "../../lib/time-zone";

/** How long a recommendation counts, from the visit of its link on. */
export const REFERRAL_LIFETIME_DAYS = 30;
/** Further products are not taken, so that the cookie stays below 700 bytes. */
export const MAX_REFERRALS = 10;

const NOBODY = "-";
const ENTRY = /^([\w-]{1,64})\.([\w-]{12}|-)\.(\d{1,5})$/;

interface Entry {
  productId: string;
  code: string;
  /** UTC day of the visit, since 1970-01-01. */
  day: number;
}

/**
 * Who recommended a product: a code of an affiliate, null where the visitor has removed it, undefined where the
 * browser knows of none.
 */
export type ReferralCode = string | null | undefined;

/** @param now epoch ms */
export function referralIn(value: string | null, productId: string, now: number): ReferralCode {
  const entry = parse(value, now).find((one) => one.productId === productId);
  return entry?.code === NOBODY ? null : entry?.code;
}

/**
 * The value with a further recommendation; null where it stays as it is: the first one of a product stands, and an
 * eleventh product is not taken. One that was removed gives its place.
 */
export function withReferral(
  value: string | null,
  { productId, code }: { productId: string; code: string },
  now: number,
): string | null {
  const entries = parse(value, now);
  const known = entries.find((one) => one.productId === productId);
  if (known && known.code !== NOBODY) return null;
  const others = entries.filter((one) => one !== known);
  const removed = others.find((one) => one.code === NOBODY);
  const kept = others.length < MAX_REFERRALS ? others : others.filter((one) => one !== removed);
  if (kept.length >= MAX_REFERRALS) return null;
  return format([...kept, { productId, code, day: dayOf(now) }]);
}

/**
 * The value where nobody recommends the product. That is kept like a recommendation, which an open order may have
 * from another browser; the oldest gives its place.
 */
export function withoutReferral(value: string | null, productId: string, now: number): string {
  const others = parse(value, now).filter((one) => one.productId !== productId);
  const kept = others.slice(-(MAX_REFERRALS - 1));
  return format([...kept, { productId, code: NOBODY, day: dayOf(now) }]);
}

/** What is malformed, too old or of a day to come is not there; the first entry of a product counts. */
function parse(value: string | null, now: number): Entry[] {
  const today = dayOf(now);
  const entries = new Map<string, Entry>();
  for (const text of (value ?? "").split("~")) {
    const [, productId = "", code = "", digits = ""] = ENTRY.exec(text) ?? [];
    const day = Number(digits);
    const isValid = productId !== "" && day <= today && today - day < REFERRAL_LIFETIME_DAYS;
    if (isValid && !entries.has(productId)) entries.set(productId, { productId, code, day });
  }
  return [...entries.values()].slice(0, MAX_REFERRALS);
}

function format(entries: readonly Entry[]): string {
  return entries.map(({ productId, code, day }) => `${productId}.${code}.${day}`).join("~");
}

function dayOf(now: number): number {
  return Math.floor(now / DAY_MS);
}
