import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatSol, localizeSol, MAX_LAMPORTS } from "../../../app/lib/lamports";
import { parseSol, typedSol } from "../../../app/lib/parse-sol";

describe("parseSol", () => {
  // spec: rule.product.price-step
  it.each([
    ["0.001", 1_000_000n],
    ["1", 1_000_000_000n],
    ["0.1", 100_000_000n],
    [" 12.5 ", 12_500_000_000n],
    ["0.25", 250_000_000n],
    ["0,25", 250_000_000n],
    ["0,125", 125_000_000n],
    [",5", 500_000_000n],
    ["1,5", 1_500_000_000n],
    ["1,2500", 1_250_000_000n],
    ["1.000", 1_000_000_000n],
    ["0,000000001", 1n],
    [".5", 500_000_000n],
    ["3.", 3_000_000_000n],
    ["0.000000001", 1n],
    ["0", 0n],
    ["9007199.254740991", MAX_LAMPORTS],
  ])("reads %s", (text, lamports) => {
    expect(parseSol(text)).toEqual({ ok: true, lamports });
  });

  // spec: rule.product.price-step
  // spec: money.lamports
  it.each([
    ["", "not_a_number"],
    [".", "not_a_number"],
    ["-1", "not_a_number"],
    ["+1", "not_a_number"],
    ["1e-3", "not_a_number"],
    ["1E3", "not_a_number"],
    [",", "not_a_number"],
    ["1 000", "not_a_number"],
    ["1\u00a0000", "not_a_number"],
    ["1\u202f000,5", "not_a_number"],
    ["0. 25", "not_a_number"],
    ["1'000", "not_a_number"],
    ["1_000", "not_a_number"],
    ["1,000.5", "not_a_number"],
    ["1.000,5", "not_a_number"],
    ["1,000,000", "not_a_number"],
    ["0,2,5", "not_a_number"],
    ["0,.5", "not_a_number"],
    ["\u0661", "not_a_number"],
    ["Infinity", "not_a_number"],
    ["0.25 SOL", "not_a_number"],
    ["1,000", "ambiguous_comma"],
    ["12,500", "ambiguous_comma"],
    ["999,999", "ambiguous_comma"],
    ["0x10", "not_a_number"],
    ["NaN", "not_a_number"],
    ["1.2.3", "not_a_number"],
    ["0.0000000001", "too_many_decimals"],
    ["0,0000000001", "too_many_decimals"],
    ["9007199.254740992", "too_large"],
    ["9".repeat(400), "too_large"],
  ])("rejects %s as %s", (text, problem) => {
    expect(parseSol(text)).toEqual({ ok: false, problem });
  });
});

describe("formatSol", () => {
  it.each([
    [0n, "0"],
    [1n, "0.000000001"],
    [1_000_000n, "0.001"],
    [1_500_000_000n, "1.5"],
    [-20_000_000n, "-0.02"],
  ])("writes %s lamports", (lamports, text) => {
    expect(formatSol(lamports)).toBe(text);
  });

  it("writes an amount in a language, with all decimals of the largest", () => {
    const largest = formatSol(MAX_LAMPORTS);
    expect(localizeSol("0.08", "fr")).toBe("0,08");
    expect(localizeSol("+0.08", "fr")).toBe("+0,08");
    expect(localizeSol(largest, "fr")).toBe("9\u202f007\u202f199,254740991");
    expect(localizeSol(largest, "en")).toBe("9,007,199.254740991");
  });

  it("round-trips through parseSol", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX_LAMPORTS }), (lamports) => {
        expect(parseSol(formatSol(lamports))).toEqual({ ok: true, lamports });
      }),
    );
  });

  it("does not become another amount with a decimal comma", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX_LAMPORTS }), (lamports) => {
        const read = parseSol(formatSol(lamports).replace(".", ","));
        expect([
          { ok: true, lamports },
          { ok: false, problem: "ambiguous_comma" },
        ]).toContainEqual(read);
      }),
    );
  });
});

describe("typedSol", () => {
  it.each([
    ["0.25", "0,25"],
    ["12", "12"],
    ["1234.5", "1234,5"],
    // "1,125" would be refused.
    ["1.125", "1,1250"],
    ["1,000", "1,000"],
    ["abc.d", "abc.d"],
  ])("shows %s in French as %s", (amount, text) => {
    expect(typedSol(amount, "fr")).toBe(text);
  });

  // spec: word.decimal-comma
  it("is read again as the same amount in both languages", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, MAX_LAMPORTS), fc.constantFrom("fr", "en"), (lamports, locale) => {
        const typed = typedSol(formatSol(lamports), locale);
        expect(parseSol(typed)).toEqual({ ok: true, lamports });
      }),
    );
  });
});
