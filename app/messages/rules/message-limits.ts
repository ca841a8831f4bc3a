import { DAY_MS } from "../../lib/time-zone";

/** In characters: enough to describe a problem, and far below the limits of a form and of JSON. */
export const MAX_MESSAGE_CHARS = 2_000;

/** More than a sale needs. Bounds what a thread takes up: 3 MB of text. */
export const MAX_MESSAGES_PER_THREAD = 500;

/** Messages without an answer; then one in `CONSECUTIVE_WAIT_MS`. */
export const MAX_CONSECUTIVE_MESSAGES = 5;
export const CONSECUTIVE_WAIT_MS = DAY_MS;

/** The period of `MAX_UNPAID_THREADS_PER_BUYER`. */
export const UNPAID_WINDOW_MS = DAY_MS;
/** Threads that one person opens without a payment. */
export const MAX_UNPAID_THREADS_PER_BUYER = 10;
/**
 * Requests that a seller keeps. A stranger can have many accounts, so that a refusal beyond a number would
 * silence others: the oldest go in place of it, read ones first.
 */
export const MAX_REQUESTS_PER_SELLER = 200;

/** Seconds until another attempt to open a thread; places become free one by one. */
export const UNPAID_RETRY_SECONDS = 3_600;
