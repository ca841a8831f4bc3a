import fc from "fast-check";
import { expect, test } from "vitest";
import { metadataAddress, parseTokenMetadata } from "../../../app/solana/token-metadata";
import { metadataBytes } from "../../support/tokens";

const MINT = "So11111111111111111111111111111111111111112";
const COLLECTION = "J1S9H3QjnRtBbbuD4HjPV6RpRhwuk4zKbxsnCHuTgh9w";
const bytes = fc.uint8Array({ maxLength: 800 });
const member = metadataBytes({ mint: MINT, collection: { key: COLLECTION, verified: true } });

test("the address of a metadata account is derived from its mint", () => {
  // The metadata account of wrapped SOL, as explorers show it.
  expect(metadataAddress(MINT)).toBe("6dM4TqWyWJsbx7obrdLcviBkTafD5E8av61zfU6jq57X");
});

test("mint and collection are read, verified or not, or absent", () => {
  expect(parseTokenMetadata(member)).toEqual({
    mint: MINT,
    collection: { key: COLLECTION, verified: true },
  });
  const unverified = { key: COLLECTION, verified: false };
  expect(parseTokenMetadata(metadataBytes({ mint: MINT, collection: unverified }))).toEqual({
    mint: MINT,
    collection: unverified,
  });
  expect(parseTokenMetadata(metadataBytes({ mint: MINT }))?.collection).toBeNull();
});

test("any bytes give metadata or null", () => {
  const read = (data: Uint8Array) => {
    const metadata = parseTokenMetadata(data);
    expect(metadata === null || typeof metadata.mint === "string").toBe(true);
  };
  fc.assert(fc.property(bytes, read), { numRuns: 2_000 });
  // Of the right kind at first, and hostile after it.
  const headed = fc.tuple(fc.nat(member.length), bytes).map(([kept, rest]) => {
    return Uint8Array.of(...member.subarray(0, kept), ...rest);
  });
  fc.assert(fc.property(headed, read), { numRuns: 2_000 });
});

test("truncated metadata is null, up to the end of its uses", () => {
  const end = usesEnd();
  for (let length = 0; length < end; length += 1)
    expect(parseTokenMetadata(member.subarray(0, length))).toBeNull();
  expect(parseTokenMetadata(member.subarray(0, end))?.mint).toBe(MINT);
});

test("a length beyond the account is null, and allocates nothing", () => {
  const huge = member.slice();
  huge.set([255, 255, 255, 255], 65);
  expect(parseTokenMetadata(huge)).toBeNull();
});

test("a flag that is neither 0 nor 1 makes the account null", () => {
  // Before the collection's key and the tag of its uses.
  const verifiedAt = usesEnd() - 1 - 32 - 1;
  for (let value = 2; value < 256; value += 1) {
    const changed = member.slice();
    changed[verifiedAt] = value;
    expect(parseTokenMetadata(changed)).toBeNull();
  }
});

test("another kind of account of the program is null", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 255 }), (key) => {
      const other = member.slice();
      other[0] = key;
      expect(parseTokenMetadata(other) === null).toBe(key !== 4);
    }),
  );
});

/** Offset of the first byte after `uses`. */
function usesEnd(): number {
  // Key, two addresses, three texts, fee, creators, two flags, nonce, standard, collection, no uses.
  return 1 + 64 + 3 * 4 + 242 + 2 + 5 + 2 * 34 + 2 + 2 + 2 + 34 + 1;
}
