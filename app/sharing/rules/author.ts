/** Beside seller, platform and an affiliate, within the eight legs of a payment. */
export const MAX_AUTHORS = 5;

/** Of one invitation, in basis points. */
export const MIN_AUTHOR_BPS = 100;
export const MAX_AUTHOR_BPS = 5_000;

/** An invitation can be accepted for this time. */
export const INVITATION_LIFETIME_MS = 14 * 24 * 60 * 60_000;
/** Open ones of one product: sellers may ask more people than can share. */
export const MAX_OPEN_INVITATIONS = 10;
/** Of one account, in a day: each is a row. */
export const MAX_INVITATIONS_PER_DAY = 50;
export const MAX_INVITATION_NOTE_CHARS = 80;

/** Each change replaces the open orders of its product. */
export const MAX_CHANGES_PER_DAY = 3;
export const CHANGES_WINDOW_MS = 24 * 60 * 60_000;

export const INVITATION_OUTCOMES = ["accepted", "declined", "revoked"] as const;
export type InvitationOutcome = (typeof INVITATION_OUTCOMES)[number];

export const CHANGE_KINDS = ["joined", "changed", "removed", "left"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Kinds that count for `MAX_CHANGES_PER_DAY`: leaving is always possible. */
export const COUNTED_CHANGE_KINDS = [
  "joined",
  "changed",
  "removed",
] as const satisfies ChangeKind[];

/** One who shares in the sales of a product. */
export interface Author {
  uid: string;
  /** As it is stored. */
  displayName: string;
  /** Basis points of what commission and affiliate leave of a price. */
  bps: number;
  wallet: string;
  /** Epoch ms. */
  acceptedAt: number;
}

/** A percentage as it is typed, "12,5" or "12.5", in basis points; null for one that no author can have. */
export function parseAuthorPart(text: string): number | null {
  const match = /^(\d{1,2})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim());
  if (!match) return null;
  const bps = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return bps >= MIN_AUTHOR_BPS && bps <= MAX_AUTHOR_BPS ? bps : null;
}

/** Basis points as a percentage to be typed, with a point. */
export function percentText(bps: number): string {
  return String(bps / 100);
}

/** True while an invitation can be accepted. */
export function isOpenInvitation(
  { createdAt, endedAt }: { createdAt: number; endedAt: number | null },
  now: number,
): boolean {
  return endedAt === null && now < createdAt + INVITATION_LIFETIME_MS;
}
