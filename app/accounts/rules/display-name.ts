/** Longer names break a ticket; shorter ones than one character are none. */
export const NAME_MAX = 60;

/** A name as people typed it, tidied; null where it can't be one. */
export function displayName(raw: string): string | null {
  // Control and direction-changing characters could dress up a name as something else.
  const name = raw
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return name.length >= 1 && name.length <= NAME_MAX ? name : null;
}
