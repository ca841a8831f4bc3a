import type { AppLoadContext } from "@remix-run/cloudflare";
import { parseTimeZone, UTC } from "../lib/time-zone";
import { readCookie } from "./cookies";

interface Args {
  request: Request;
  context: Pick<AppLoadContext, "received">;
}

/**
 * The visitor's time zone, which the script of a page stores; before that the one that Cloudflare
 * finds for the IP address, and UTC where it finds none.
 */
export function readTimeZone({ request, context }: Args): string {
  return parseTimeZone(readCookie(request, "tz")) ?? context.received.ipTimeZone ?? UTC;
}

/** The time zone that Cloudflare finds for the client's IP address, or null. */
export function ipTimeZone(received: Request): string | null {
  const { cf } = received as Request & { cf?: { timezone?: unknown } };
  return typeof cf?.timezone === "string" ? parseTimeZone(cf.timezone) : null;
}
