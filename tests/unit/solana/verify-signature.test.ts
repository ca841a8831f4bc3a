import fc from "fast-check";
import nacl from "tweetnacl";
import { expect, test } from "vitest";
import { verifySignature, verifySignatureFast } from "../../../app/solana/verify-signature";

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

const hex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));
const encode = (value: bigint) =>
  hex(value.toString(16).padStart(64, "0")).reverse() as Uint8Array<ArrayBuffer>;
const decode = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);

/** The point with this y and this sign of x, in 32 bytes. */
function point(y: bigint, sign: 0 | 1): Uint8Array {
  return encode(y + (sign ? 2n ** 255n : 0n));
}

/** y of the points of order 8; those of lower order have y = 0, 1, -1. */
const [Y8, MINUS_Y8] = (() => {
  const half = hex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
  const y = decode(half);
  return [y, P - y];
})();

/** The 8 points whose order divides 8, in every encoding that a decoder may accept. */
const SMALL_ORDER = [0n, 1n, P - 1n, P, P + 1n, Y8, MINUS_Y8].flatMap((y) => [
  point(y, 0),
  point(y, 1),
]);

/**
 * A forged signature for a key of small order: S is 0 and R one of the same points. At least one
 * message in eight verifies with one of them.
 */
function forge(publicKey: Uint8Array) {
  for (let n = 0; n < 200; n++) {
    const message = new TextEncoder().encode(`message ${n}`);
    for (const r of SMALL_ORDER) {
      const signature = Uint8Array.from([...r, ...new Uint8Array(32)]);
      if (nacl.sign.detached.verify(message, signature, publicKey)) return { message, signature };
    }
  }
  return null;
}

test.each(SMALL_ORDER.map((key) => [Buffer.from(key).toString("hex"), key] as const))(
  "the key %s of small order is rejected, although tweetnacl accepts a forged signature",
  async (_, publicKey) => {
    const forged = forge(publicKey);
    if (!forged) throw new Error("no signature was forged");
    expect(verifySignature({ ...forged, publicKey })).toBe(false);
    expect(await verifySignatureFast({ ...forged, publicKey })).toBe(false);
  },
);

test("a non-canonical key is rejected with any signature", () => {
  const keys = nacl.sign.keyPair();
  const message = new Uint8Array(9);
  const signature = nacl.sign.detached(message, keys.secretKey);
  for (let above = 0n; above < 19n; above++) {
    for (const sign of [0, 1] as const) {
      const publicKey = point(P + above, sign);
      expect(verifySignature({ message, signature, publicKey })).toBe(false);
    }
  }
});

test("S + L is rejected, which tweetnacl accepts as S", () => {
  const { publicKey, secretKey } = nacl.sign.keyPair();
  const message = new TextEncoder().encode("sign me");
  const good = nacl.sign.detached(message, secretKey);
  expect(verifySignature({ message, signature: good, publicKey })).toBe(true);
  const s = decode(good.slice(32));
  expect(s).toBeLessThan(L);
  for (let larger = s + L; larger < 2n ** 256n; larger += L) {
    const signature = Uint8Array.from([...good.slice(0, 32), ...encode(larger)]);
    expect(nacl.sign.detached.verify(message, signature, publicKey)).toBe(true);
    expect(verifySignature({ message, signature, publicKey })).toBe(false);
  }
});

/** RFC 8032, section 7.1: public key, message, signature. */
const VECTORS = [
  [
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "",
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  ],
  [
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    "72",
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
  ],
  [
    "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
    "af82",
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
  ],
] as const;

test.each(VECTORS)("accepts the RFC 8032 signature for %s, and no other", (...vector) => {
  const [publicKey, message, signature] = vector.map(hex) as [Uint8Array, Uint8Array, Uint8Array];
  expect(verifySignature({ publicKey, message, signature })).toBe(true);
  for (let bit = 0; bit < signature.length * 8; bit += 37) {
    const changed = Uint8Array.from(signature);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(verifySignature({ publicKey, message, signature: changed })).toBe(false);
  }
  const longer = Uint8Array.from([...message, 0]);
  expect(verifySignature({ publicKey, message: longer, signature })).toBe(false);
});

test("a signature of any message verifies with its key only", () => {
  const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(seed, fc.uint8Array({ maxLength: 300 }), (bytes, message) => {
      const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(bytes);
      const signature = nacl.sign.detached(message, secretKey);
      expect(verifySignature({ message, signature, publicKey })).toBe(true);
      const other = nacl.sign.keyPair().publicKey;
      expect(verifySignature({ message, signature, publicKey: other })).toBe(false);
    }),
    { numRuns: 10 },
  );
});

test("random bytes of any length are rejected without an exception", () => {
  const bytes = fc.uint8Array({ maxLength: 100 });
  const key = fc.oneof(bytes, fc.uint8Array({ minLength: 32, maxLength: 32 }));
  const signature = fc.oneof(bytes, fc.uint8Array({ minLength: 64, maxLength: 64 }));
  fc.assert(
    fc.property(key, bytes, signature, (publicKey, message, signature) => {
      expect(verifySignature({ publicKey, message, signature })).toBe(false);
    }),
  );
});

test("the platform's verification agrees on valid and altered signatures, keys and messages", async () => {
  const altered = fc.record({
    seed: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    message: fc.uint8Array({ minLength: 1, maxLength: 200 }),
    part: fc.constantFrom("none", "message", "signature", "publicKey" as const),
    bit: fc.nat(255),
  });
  await fc.assert(
    fc.asyncProperty(altered, async ({ seed, message, part, bit }) => {
      const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(seed);
      const signed = { message, publicKey, signature: nacl.sign.detached(message, secretKey) };
      if (part !== "none") {
        const bytes = Uint8Array.from(signed[part as "message"]);
        const at = (bit >> 3) % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
        signed[part as "message"] = bytes;
      }
      expect(await verifySignatureFast(signed)).toBe(verifySignature(signed));
      if (part === "none") expect(verifySignature(signed)).toBe(true);
    }),
    { numRuns: 60 },
  );
});
