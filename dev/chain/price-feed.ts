import bs58 from "bs58";
import type { AccountState } from "./types";

/** Pyth's receiver program, which owns the accounts of push feeds. */
const PRICE_PROGRAM = "rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ";
/** Of SOL in US dollars. */
const SOL_USD_FEED_ID = "ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d";
const DISCRIMINATOR = "22f123639d7ef4cd";
const ACCOUNT_BYTES = 134;
/** More than the rent of these bytes at any rate so far. */
const LAMPORTS = 2_000_000n;
/** Seconds between two prices; users of a feed take one that is at most a minute old. */
const INTERVAL_SECONDS = 10;

/** What a push feed says; by default that of the local chain, 150 dollars. */
export interface PriceFeedFields {
  /** Hex. */
  feedId?: string;
  /** Null for the level `Full`. */
  partialSignatures?: number | null;
  price?: bigint;
  confidence?: bigint;
  exponent?: number;
  /** Seconds since 1970. */
  publishTime: number;
  /** Base58 address of the program that owns the account. */
  owner?: string;
}

/** The account of a push feed of Pyth (`PriceUpdateV2`). */
export function priceFeedAccount({
  feedId = SOL_USD_FEED_ID,
  partialSignatures = null,
  price = 15_000_000_000n,
  confidence = 7_500_000n,
  exponent = -8,
  publishTime,
  owner = PRICE_PROGRAM,
}: PriceFeedFields): AccountState {
  const level = partialSignatures === null ? [1] : [0, partialSignatures];
  const message = Buffer.alloc(2 * 8 + 4 + 4 * 8 + 8);
  let at = message.writeBigInt64LE(price);
  at = message.writeBigUInt64LE(confidence, at);
  at = message.writeInt32LE(exponent, at);
  at = message.writeBigInt64LE(BigInt(publishTime), at);
  at = message.writeBigInt64LE(BigInt(publishTime - INTERVAL_SECONDS), at);
  at = message.writeBigInt64LE(price, at);
  message.writeBigUInt64LE(confidence, at);
  const data = Buffer.alloc(ACCOUNT_BYTES);
  Buffer.concat([
    Buffer.from(DISCRIMINATOR, "hex"),
    Buffer.alloc(32), // write authority
    Buffer.from(level),
    Buffer.from(feedId, "hex"),
    message,
  ]).copy(data);
  return { lamports: LAMPORTS, owner: bs58.decode(owner), data, executable: false };
}

/**
 * Publishes the price at `address`, anew each 10 s.
 *
 * @returns to be called with each slot and its time (seconds since 1970)
 */
export function createPriceFeed(
  address: string,
  setAccount: (address: string, account: AccountState) => void,
): (unixTime: number) => void {
  let published = Number.NEGATIVE_INFINITY;
  return (unixTime) => {
    if (Math.abs(unixTime - published) < INTERVAL_SECONDS) return;
    published = unixTime;
    setAccount(address, priceFeedAccount({ publishTime: unixTime }));
  };
}
