import { blocksIn, type Pace } from "../../solana/pace";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Pre-signed transactions hold at most one in this many free units of a product, and at least one. */
export const PRESIGNED_SHARE = 4;
/** Units that pre-signed transactions of one account hold at a time, of all products. */
export const MAX_PRESIGNED_PER_ACCOUNT = 5;
/** Rest of a unit after its pre-signed transaction was not paid. It grows by as much, up to the limit. */
export const REST_BASE_MS = 10 * MINUTE_MS;
export const REST_MAX_MS = HOUR_MS;

/** A wallet whose co-signed transaction did not land gets no unit for this time. It doubles. */
export const PENALTY_BASE_MS = 10 * MINUTE_MS;
export const PENALTY_MAX_MS = DAY_MS;
/** Time without a failure after which the wait is the first one again. */
export const PENALTY_RESET_MS = 7 * DAY_MS;

/** Signed payments that wait for a unit of one product. */
export const MAX_LINE_PLACES = 20;
/** A place is kept for this time after it was last signed for. */
export const LINE_PLACE_MS = 3 * MINUTE_MS;

/** A signed transaction is taken while its blockhash is valid for at least this long. */
const MIN_TIME_LEFT_MS = 8_000;

/** The same in blocks. */
export function minBlocksLeft(pace: Pace): number {
  return blocksIn(MIN_TIME_LEFT_MS, pace);
}
