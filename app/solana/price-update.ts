/** The program that verifies Pyth's prices and owns the accounts of its push feeds. */
export const PRICE_PROGRAM = "rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ";
/** Pyth's id of the price of one SOL in US dollars, in hex. */
export const SOL_USD_FEED_ID = "ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d";
/**
 * The account of the sponsored push feed of that price: shard 0 of the push oracle program. The same
 * on mainnet and devnet (https://docs.pyth.network/price-feeds/push-feeds/solana).
 */
export const SOL_USD_FEED = "7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE";

/** First 8 bytes of SHA-256("account:PriceUpdateV2"), as Anchor marks the type of an account. */
const DISCRIMINATOR = "22f123639d7ef4cd";
/** Behind the discriminator and the authority that may write the account. */
const LEVEL_AT = 8 + 32;
/** `VerificationLevel::Full`; `Partial` is 0 and has one byte more, the number of signatures. */
const FULL = 1;
const FEED_ID_BYTES = 32;
/** Up to the end of `publish_time`; averages and the slot follow. */
const MESSAGE_BYTES = FEED_ID_BYTES + 8 + 8 + 4 + 8;

/** What a `PriceUpdateV2` account says. */
export interface PriceUpdate {
  /** True where a quorum of Pyth's guardians has signed the price. */
  isFull: boolean;
  /** Hex. */
  feedId: string;
  /** In units of 10^exponent dollars, as is `confidence`. */
  price: bigint;
  /** Half the width of the interval that the price is in. */
  confidence: bigint;
  exponent: number;
  /** Seconds since 1970. */
  publishTime: bigint;
}

/** Reads the data of such an account (Borsh). Null for data that is not one. The caller checks its owner. */
export function parsePriceUpdate(data: Uint8Array): PriceUpdate | null {
  const level = data[LEVEL_AT];
  if (hexOf(data.subarray(0, 8)) !== DISCRIMINATOR || level === undefined || level > FULL) {
    return null;
  }
  const at = LEVEL_AT + (level === FULL ? 1 : 2);
  if (data.length < at + MESSAGE_BYTES) return null;
  const fields = new DataView(data.buffer, data.byteOffset + at + FEED_ID_BYTES);
  return {
    isFull: level === FULL,
    feedId: hexOf(data.subarray(at, at + FEED_ID_BYTES)),
    price: fields.getBigInt64(0, true),
    confidence: fields.getBigUint64(8, true),
    exponent: fields.getInt32(16, true),
    publishTime: fields.getBigInt64(20, true),
  };
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
