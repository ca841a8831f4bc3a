import { PRICE_PROGRAM, parsePriceUpdate, SOL_USD_FEED_ID } from "../../solana/price-update";
import { divide, MAX_AHEAD_MS, RateFault } from "./rate";

/** Of a feed with a heartbeat of a minute. */
const MAX_FEED_AGE_MS = 60_000;
/** The interval around the price, and the difference between two nodes: 1 %. */
const TOLERATED_SHARE = 100n;
/** Pyth uses -8 for SOL. Beyond these the account is none of a price in dollars. */
const EXPONENTS = { min: -12, max: 0 };
const MICRO_EXPONENT = 6;
/** A million dollars; more is a mistake. */
const MAX_MICRO_DOLLARS = 1_000_000_000_000n;

/** The account of a price feed, as a node has it. */
export interface FeedAccount {
  /** Base58 address of the program that owns it. */
  owner: string;
  data: Uint8Array;
}

export interface FeedPrice {
  /** Millionths of a dollar that one SOL is worth. */
  microDollars: bigint;
  /** Epoch ms. */
  at: number;
}

/**
 * The newer of the prices that two nodes have, which differ by at most 1 %. Throws `RateFault`, also
 * where one of them is unusable.
 */
export function agreedPrice(accounts: readonly (FeedAccount | null)[], now: number): FeedPrice {
  const prices = accounts.map((account) => feedPrice(account, now));
  const amounts = prices.map(({ microDollars }) => microDollars).sort((a, b) => (a < b ? -1 : 1));
  const [lowest = 0n, highest = 0n] = [amounts[0], amounts.at(-1)];
  if ((highest - lowest) * TOLERATED_SHARE > lowest) throw new RateFault("nodes_disagree");
  const [newest] = [...prices].sort((one, other) => other.at - one.at);
  if (!newest) throw new RateFault("nodes_down");
  return newest;
}

function feedPrice(account: FeedAccount | null, now: number): FeedPrice {
  if (!account) throw new RateFault("feed_missing");
  if (account.owner !== PRICE_PROGRAM) throw new RateFault("feed_owner");
  const update = parsePriceUpdate(account.data);
  if (!update) throw new RateFault("feed_format");
  const { feedId, isFull, price, confidence, exponent } = update;
  if (feedId !== SOL_USD_FEED_ID) throw new RateFault("feed_id");
  if (!isFull) throw new RateFault("feed_unverified");
  const microDollars = toMicros(price, exponent);
  if (confidence * TOLERATED_SHARE > price) throw new RateFault("feed_unsure");
  const at = Number(update.publishTime) * 1_000;
  if (now - at > MAX_FEED_AGE_MS) throw new RateFault("feed_old");
  if (at - now > MAX_AHEAD_MS) throw new RateFault("feed_ahead");
  return { microDollars, at };
}

function toMicros(price: bigint, exponent: number): bigint {
  const isPossible = price > 0n && exponent >= EXPONENTS.min && exponent <= EXPONENTS.max;
  if (!isPossible) throw new RateFault("feed_price");
  const shift = exponent + MICRO_EXPONENT;
  const factor = 10n ** BigInt(Math.abs(shift));
  const micros = shift < 0 ? divide(price, factor) : price * factor;
  if (micros === 0n || micros > MAX_MICRO_DOLLARS) throw new RateFault("feed_price");
  return micros;
}
