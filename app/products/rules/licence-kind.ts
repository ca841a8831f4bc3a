/**
 * The licence keys that a product gives: those that its seller has written, which are scarce, or one that is made for
 * each buyer. `ended`: none any more, and those that were given go on.
 */
export const LICENCE_KINDS = ["pool", "generated", "ended"] as const;
export type LicenceKind = (typeof LICENCE_KINDS)[number];

/** Where a product gives keys now, those it gives. */
export function licencesGivenBy({
  licenceKind,
}: {
  licenceKind: LicenceKind | null;
}): "pool" | "generated" | null {
  return licenceKind === "ended" ? null : licenceKind;
}
