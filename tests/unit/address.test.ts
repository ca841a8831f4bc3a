import { Keypair } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { isAddress, isSignature, shortAddress } from "../../app/solana/address";

describe("isAddress", () => {
  it("takes what web3.js makes, the system program included", () => {
    for (let tries = 0; tries < 50; tries++) {
      expect(isAddress(Keypair.generate().publicKey.toBase58())).toBe(true);
    }
    expect(isAddress("11111111111111111111111111111111")).toBe(true);
  });

  it.each([
    "",
    "abc",
    "1".repeat(31),
    "1".repeat(33),
    "0".repeat(44),
    "So11111111111111111111111111111111111111112 ",
    "z".repeat(44),
    "2".repeat(100_000),
  ])("refuses %#", (text) => {
    expect(isAddress(text)).toBe(false);
  });
});

describe("isSignature", () => {
  it("takes 64 bytes only", () => {
    expect(isSignature("1".repeat(64))).toBe(true);
    expect(isSignature("1".repeat(65))).toBe(false);
    expect(isSignature(Keypair.generate().publicKey.toBase58())).toBe(false);
  });
});

describe("shortAddress", () => {
  it("keeps the ends of a long address and all of a short one", () => {
    expect(shortAddress("So11111111111111111111111111111111111111112")).toBe("So1111...111112");
    expect(shortAddress("abcdefghijkl")).toBe("abcdefghijkl");
    expect(shortAddress("abcdefghijklm")).toBe("abcdef...hijklm");
  });
});
