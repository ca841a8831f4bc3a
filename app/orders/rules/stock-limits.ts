import { blocksIn, type Pace } from "../../solana/pace";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Pre-signed transactions hold at most one in this many free units of a product, and at least one. */
export const PRESIGNED_SHARE = 4;
/** A code of fewer uses is only for wallets that sign first: the share of a few is one, and soon held. */
export const MIN_PRESIGNED_USES = 8;
/** Units that pre-signed transactions of one account hold at a time, of all products. */
export const MAX_PRESIGNED_PER_ACCOUNT = 5;
/**
 * Pre-signed transactions of orders that no signed-in person opened: as many hold units for one network
 * address at a time, of all products. Each one that is paid raises it by 1 for the time below.
 */
export const MAX_UNPROVED_PER_ADDRESS = 3;
export const MAX_UNPROVED_AFTER_PAYMENTS = 30;
export const PAID_HOLD_COUNTS_MS = HOUR_MS;
/** Rest of a unit after its pre-signed transaction was not paid. It grows by as much, up to the limit. */
export const REST_BASE_MS = 10 * MINUTE_MS;
export const REST_MAX_MS = HOUR_MS;

/** Account and wallets whose co-signed transaction did not land get no unit for this time. It doubles. */
export const PENALTY_BASE_MS = 10 * MINUTE_MS;
export const PENALTY_MAX_MS = DAY_MS;
/** Time without a failure after which the wait is the first one again. */
export const PENALTY_RESET_MS = 7 * DAY_MS;

/** Interval at which the balances of all are read who hold a unit by a signed payment, or wait for one. */
export const BALANCE_INTERVAL_MS = 5_000;
/** A foreign blockhash is over once it is invalid in a finalized block so many slots after the bytes came. */
export const FOREIGN_BLOCKHASH_SLOTS = 32;

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

/** Who asks for a unit for a pre-signed transaction, which proves nothing. */
export interface UnprovedHold {
  /** The client's IPv4 address, or the /64 prefix of its IPv6 address. */
  address: string;
  /** `RATE_SCALE`, which multiplies the units that the address may hold. */
  rateScale: number;
}
