import { countedLabels, LOG_EVENTS, type Log, logLine } from "../app/lib/log";
import type { Isolate } from "./isolate";

/**
 * Writes events as lines of JSON, and counts them.
 *
 * @param id of the request; null for the cron and Durable Objects
 */
export function createLog(
  { runtime, counters }: Pick<Isolate, "runtime" | "counters">,
  id: string | null = null,
): Log {
  return (event, fields) => {
    const { level } = LOG_EVENTS[event];
    runtime.print(level, logLine(event, fields, { at: runtime.now(), id }));
    const labels = countedLabels(event, fields);
    if (labels) counters.count(event, ...labels);
  };
}

/** Crockford's base 32: without letters that are read as digits. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 40 bits: a person can read it out, and in a day's log it is one request. */
const ID_CHARS = 8;

/**
 * The id of a request. Of our own, since Cloudflare's exists in production only and leads whoever has its
 * log to the visitor's address.
 */
export function newRequestId(randomBytes: (count: number) => Uint8Array): string {
  return Array.from(randomBytes(ID_CHARS), (byte) => DIGITS[byte % DIGITS.length]).join("");
}
