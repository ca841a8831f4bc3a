/** What a person says they are when they sell; the duties towards consumers differ. */
export const SELLER_KINDS = ["trader", "private"] as const;
export type SellerKind = (typeof SELLER_KINDS)[number];

/** What a trader says of their business (Regulation (EU) 2022/2065, article 30). Empty where they said nothing. */
export interface Business {
  name: string;
  address: string;
  /** Number in a register of companies or of VAT. */
  registration: string;
  email: string;
}

export interface SellerStatus {
  /** Null where it is not stated. */
  kind: SellerKind | null;
  business: Business;
}

/** A status as buyers see it. */
export interface ShownSellerStatus {
  kind: SellerKind | null;
  /** Of a trader who said something of it. */
  business: Business | null;
}

/** In characters: a line, and an address of several lines. */
export const MAX_BUSINESS_LINE_CHARS = 120;
export const MAX_BUSINESS_ADDRESS_CHARS = 300;

export function shownSellerStatus({ kind, business }: SellerStatus): ShownSellerStatus {
  const isShown = kind === "trader" && Object.values(business).some((text) => text !== "");
  return { kind, business: isShown ? business : null };
}
