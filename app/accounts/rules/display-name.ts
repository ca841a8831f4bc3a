// @chunk product
import { cleanLine } from "../../lib/clean-text";

/** Longer names break the layout of a ticket. */
export const DISPLAY_NAME_MAX_CHARS = 60;

/** Characters of the uid in the name of a seller who chose none. */
const UID_TAG_CHARS = 4;

/** The normalised form of a typed name; null where it is empty or too long. */
export function displayName(raw: string): string | null {
  const name = cleanLine(raw);
  return name.length >= 1 && name.length <= DISPLAY_NAME_MAX_CHARS ? name : null;
}

/** Tells sellers apart who chose no name. */
export function uidTag(uid: string): string {
  return uid.slice(0, UID_TAG_CHARS);
}
