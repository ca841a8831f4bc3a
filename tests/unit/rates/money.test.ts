import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMoney, lamportsOf, parseMoney } from "../../../app/rates/rules/money";
import { centsOf } from "../../../app/rates/rules/rate";

test.each([
  ["12 EUR", 1_200n, "EUR"],
  ["12€", 1_200n, "EUR"],
  [" 12,4 euros ", 1_240n, "EUR"],
  ["1\u202f200,50\u00a0€", 120_050n, "EUR"],
  ["€12.40", 1_240n, "EUR"],
  ["$ 0.05", 5n, "USD"],
  ["12 usd", 1_200n, "USD"],
  ["1 Dollar", 100n, "USD"],
] as const)("%j is money", (text, cents, currency) => {
  expect(parseMoney(text)).toEqual({ cents, currency });
});

test.each([
  ...["", "12", "12,40", "EUR", "€", "12 SOL", "12 EU", "-12 EUR", "1e3 EUR", "12 EUR 5"],
  ...["€12€", "$12 EUR", "1,000 EUR", "1.2.3 EUR", "12.345 €", "1234567890 EUR", "12 CHF"],
])("%j is none", (text) => {
  expect(parseMoney(text)).toBeNull();
});

test("money is a price in millionths of a SOL", () => {
  expect(lamportsOf(1_200n, 125_000_000n)).toBe(96_000_000n);
  expect(lamportsOf(1_200n, 129_388_424n)).toBe(92_744_000n);
  expect(lamportsOf(0n, 125_000_000n)).toBe(0n);
});

test("a price that was converted is worth the same cents, up to ten thousand dollars for a SOL", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 99_999_999_999n }),
      fc.bigInt({ min: 1_000_000n, max: 9_000_000_000n }),
      (cents, micros) => centsOf(lamportsOf(cents, micros), micros) === cents,
    ),
  );
});

test("cents are written as a language does, beyond what a number holds exactly", () => {
  const shown = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");
  expect(shown(formatMoney(1_240n, "EUR", "fr"))).toBe("12,40 €");
  expect(formatMoney(5n, "USD", "en")).toBe("$0.05");
  expect(formatMoney(900_719_925_474_099_312n, "EUR", "en")).toBe("€9,007,199,254,740,993.12");
});
