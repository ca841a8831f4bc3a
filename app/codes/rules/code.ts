/**
 * Discount codes: what one takes off a price, and why it is refused. A code is found by its seller and `codeKey` of what
 * was typed.
 */
export const CODE_KINDS = ["percent", "amount"] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

/** Times in epoch ms. Null is no limit. */
export interface Code {
  id: string;
  ownerUid: string;
  name: string;
  kind: CodeKind;
  /** Percent of the price (1 to 100), or lamports. */
  value: number;
  /** True for all products of its seller. */
  isForAll: boolean;
  /** Uses in all. */
  capacity: number | null;
  /** Uses of one person. */
  perPerson: number | null;
  startsAt: number | null;
  endsAt: number | null;
  /** The smallest price that it takes something off, in lamports. */
  minLamports: bigint | null;
  disabledAt: number | null;
}

/** Why a code takes nothing off: the reasons of `code_refused`. */
export const CODE_REFUSALS = [
  "unknown",
  "not_started",
  "ended",
  "disabled",
  "used_up",
  "used_by_you",
  "other_product",
  "below_minimum",
] as const;
export type CodeRefusal = (typeof CODE_REFUSALS)[number];

/** An order that was opened before the end of its code keeps it for this time after the end. */
export const CODE_GRACE_MS = 24 * 60 * 60_000;

/** Letters, with accents or of any script, digits, `-` and `_`. */
const NAME = /^[\p{L}\p{M}\p{N}_-]{1,32}$/u;

/** A name as it is stored and shown; null for one that no code can have. */
export function codeName(text: string): string | null {
  const name = text.trim().normalize("NFC");
  return NAME.test(name) ? name : null;
}

/** The key that a name is found by: case does not count. */
export function codeKey(name: string): string {
  return name.normalize("NFC").toUpperCase().normalize("NFC");
}

/** Lamports that a code takes off a price; rounded down, and never more than the price. */
export function discountOf({ kind, value }: Pick<Code, "kind" | "value">, price: bigint): bigint {
  const off = kind === "percent" ? (price * BigInt(value)) / 100n : BigInt(value);
  return off < price ? off : price;
}

/** What is known of the uses of a code. */
export interface CodeUses {
  isForProduct: boolean;
  /** Sales with it, and grants; units that are only held don't count. */
  used: number;
  /** The same of the person who asks; 0 while nobody is known. */
  usedByPerson: number;
}

/**
 * Why a code takes nothing off a price (lamports), or null. The first reason that says most: one that ended is `ended`
 * also where it was used up.
 *
 * @param openedAt of the order that has the code already; null without one
 */
export function codeRefusal(
  code: Code,
  { isForProduct, used, usedByPerson }: CodeUses,
  { price, now, openedAt }: { price: bigint; now: number; openedAt: number | null },
): CodeRefusal | null {
  if (!isForProduct) return "other_product";
  if (code.disabledAt !== null) return "disabled";
  if (code.startsAt !== null && now < code.startsAt) return "not_started";
  if (code.endsAt !== null && now >= code.endsAt) {
    const isKept = openedAt !== null && openedAt < code.endsAt && now < code.endsAt + CODE_GRACE_MS;
    if (!isKept) return "ended";
  }
  if (code.capacity !== null && used >= code.capacity) return "used_up";
  if (code.perPerson !== null && usedByPerson >= code.perPerson) return "used_by_you";
  if (code.minLamports !== null && price < code.minLamports) return "below_minimum";
  return null;
}
