import { cleanLine } from "../../lib/clean-text";

/** Longer names break the layout of a ticket. */
export const DISPLAY_NAME_MAX_CHARS = 60;

/** The normalised form of a typed name; null where it is empty or too long. */
export function displayName(raw: string): string | null {
  const name = cleanLine(raw);
  return name.length >= 1 && name.length <= DISPLAY_NAME_MAX_CHARS ? name : null;
}
