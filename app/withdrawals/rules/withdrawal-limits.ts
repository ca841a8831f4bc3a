import { DAY_MS } from "../../lib/time-zone";

/** Of one order. A buyer may correct a name or an address a few times. */
export const MAX_PROVED_PER_ORDER = 5;

/** Of one order, with its id. Further ones are kept without it: the count says enough by then. */
export const MAX_UNPROVED_PER_ORDER = 100;

/** Of the whole site: 2 MB. One that is proved is taken beyond it. */
export const MAX_UNPROVED_PER_DAY = 2_000;

/** As long as messages to the operator are kept. */
export const UNPROVED_RETENTION_MS = 365 * DAY_MS;

/** A civil claim lapses after five years (code civil, article 2224). */
export const PROVED_RETENTION_MS = 5 * 365 * DAY_MS;
