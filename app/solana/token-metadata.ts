import { PublicKey } from "@solana/web3.js";
import bs58 from "bs58";
import { ADDRESS_BYTES } from "./address";

/** Metaplex Token Metadata (https://developers.metaplex.com/token-metadata). */
export const TOKEN_METADATA_PROGRAM = "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s";

/** First byte of a metadata account: `MetadataV1` of the program's `Key`. */
const METADATA_KEY = 4;
/** `TokenStandard` has the variants 0 to 5, `UseMethod` 0 to 2. */
const TOKEN_STANDARDS = 6;
const USE_METHODS = 3;
const U64_BYTES = 8;
const CREATOR_BYTES = ADDRESS_BYTES + 2;

export interface TokenMetadata {
  /** Base58. */
  mint: string;
  /** The collection that the token says it belongs to. Only its authority can set `verified`. */
  collection: { verified: boolean; key: string } | null;
}

/** The address of a token's metadata account, which the Token Metadata program derives from its mint. */
export function metadataAddress(mint: string): string {
  const program = new PublicKey(TOKEN_METADATA_PROGRAM);
  const prefix = new TextEncoder().encode("metadata");
  const seeds = [prefix, program.toBytes(), new PublicKey(mint).toBytes()];
  return PublicKey.findProgramAddressSync(seeds, program)[0].toBase58();
}

/**
 * Reads the data of a metadata account (Borsh) up to its `uses`; the fields after it and the padding
 * are not read. Null for data that is not one. The caller checks the owner of the account.
 */
export function parseTokenMetadata(data: Uint8Array): TokenMetadata | null {
  const reader = new BorshReader(data);
  if (reader.u8() !== METADATA_KEY) return null;
  reader.skip(ADDRESS_BYTES); // update authority
  const mint = reader.address();
  for (let text = 0; text < 3; text += 1) reader.skip(reader.u32()); // name, symbol, uri
  reader.skip(2); // seller fee
  if (reader.bool()) skipCreators(reader);
  reader.bool(); // primary sale happened
  reader.bool(); // is mutable
  if (reader.bool()) reader.skip(1); // edition nonce
  if (reader.bool()) reader.variant(TOKEN_STANDARDS);
  const collection = reader.bool() ? { verified: reader.bool(), key: reader.address() } : null;
  if (reader.bool()) {
    reader.variant(USE_METHODS);
    reader.skip(2 * U64_BYTES); // remaining and total uses
  }
  return reader.isValid ? { mint, collection } : null;
}

function skipCreators(reader: BorshReader): void {
  const count = reader.u32();
  reader.skip(count * CREATOR_BYTES);
}

/** Reads values in sequence. After the first impossible one, `isValid` is false and all are zero. */
class BorshReader {
  #offset = 0;
  #isValid = true;

  constructor(private readonly data: Uint8Array) {}

  get isValid(): boolean {
    return this.#isValid;
  }

  skip(bytes: number): void {
    this.#take(bytes);
  }

  u8(): number {
    return this.#take(1)[0] ?? 0;
  }

  u32(): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.#take(4);
    return a + b * 2 ** 8 + c * 2 ** 16 + d * 2 ** 24;
  }

  /** An enum without fields. */
  variant(count: number): number {
    const value = this.u8();
    if (value >= count) this.#isValid = false;
    return value;
  }

  /** A boolean, or the tag of an option. */
  bool(): boolean {
    return this.variant(2) === 1;
  }

  address(): string {
    const bytes = this.#take(ADDRESS_BYTES);
    return bytes.length === ADDRESS_BYTES ? bs58.encode(bytes) : "";
  }

  #take(bytes: number): Uint8Array {
    const end = this.#offset + bytes;
    if (!this.#isValid || end > this.data.length) {
      this.#isValid = false;
      return new Uint8Array();
    }
    const taken = this.data.subarray(this.#offset, end);
    this.#offset = end;
    return taken;
  }
}
