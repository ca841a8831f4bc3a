import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAddress, isSignature } from "../../../app/solana/address";
import { isPublicKey } from "../../../app/solana/public-key";
import { shortAddress } from "../../../app/solana/short-address";

describe.each([
  ["isAddress", isAddress],
  ["isPublicKey", isPublicKey],
])("%s", (_, isOne) => {
  it("accepts addresses of web3.js, the system program included", () => {
    for (let tries = 0; tries < 50; tries++) {
      expect(isOne(Keypair.generate().publicKey.toBase58())).toBe(true);
    }
    expect(isOne("11111111111111111111111111111111")).toBe(true);
  });

  it.each([
    "",
    "abc",
    "1".repeat(31),
    "1".repeat(33),
    "0".repeat(44),
    "So11111111111111111111111111111111111111112 ",
    " So1111111111111111111111111111111111111111",
    "z".repeat(44),
    "2".repeat(100_000),
  ])("rejects %#", (text) => {
    expect(isOne(text)).toBe(false);
  });
});

it("browser and server accept the same addresses", () => {
  const bytes = fc.uint8Array({ minLength: 28, maxLength: 36 }).map((one) => bs58.encode(one));
  const letters = fc.string({ minLength: 30, maxLength: 46 });
  const zeros = fc.nat(34).map((count) => "1".repeat(count));
  fc.assert(
    fc.property(fc.oneof(bytes, letters, zeros), (text) => {
      expect(isPublicKey(text)).toBe(isAddress(text));
    }),
  );
});

describe("isSignature", () => {
  it("accepts 64 bytes only", () => {
    expect(isSignature("1".repeat(64))).toBe(true);
    expect(isSignature("1".repeat(65))).toBe(false);
    expect(isSignature(Keypair.generate().publicKey.toBase58())).toBe(false);
  });
});

describe("shortAddress", () => {
  // spec: constant.address
  it("shortens a long address to its ends and keeps a short one", () => {
    expect(shortAddress("So11111111111111111111111111111111111111112")).toBe("So1111...111112");
    expect(shortAddress("abcdefghijkl")).toBe("abcdefghijkl");
    expect(shortAddress("abcdefghijklm")).toBe("abcdef...hijklm");
  });
});
