import { parseTimeZone, UTC } from "../lib/time-zone";
import { readCookie } from "./cookies";

/** The visitor's time zone, which the script of a page stores; UTC where none or another text is. */
export function readTimeZone(request: Request): string {
  return parseTimeZone(readCookie(request, "tz")) ?? UTC;
}
