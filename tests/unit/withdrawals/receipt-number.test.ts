import { expect, test } from "vitest";
import {
  namedIn,
  RECEIPT_NUMBER_BYTES,
  receiptNumberOf,
} from "../../../app/withdrawals/rules/receipt-number";

const bytes = (value: number) => new Uint8Array(RECEIPT_NUMBER_BYTES).fill(value);

test("a receipt number has all its random bits, in letters that are not misread", () => {
  expect(receiptNumberOf(bytes(0))).toBe("0000-0000-0000-0000");
  expect(receiptNumberOf(bytes(255))).toBe("ZZZZ-ZZZZ-ZZZZ-ZZZZ");
  const made = new Set<string>();
  for (let bit = 0; bit < 8 * RECEIPT_NUMBER_BYTES; bit++) {
    const one = bytes(0);
    one[bit >> 3] = 1 << (bit & 7);
    made.add(receiptNumberOf(one));
  }
  expect(made.size).toBe(8 * RECEIPT_NUMBER_BYTES);
  for (const number of made) expect(namedIn(`Receipt no. ${number}.`).numbers).toEqual([number]);
});

test("a number is read as people type it, and a text names few things", () => {
  for (const typed of ["oi1l-0000-abcd-xyzz", "OI1L0000ABCDXYZZ", "OI1L 0000 ABCD XYZZ"]) {
    expect(namedIn(`My number: ${typed}!`).numbers).toEqual(["0111-0000-ABCD-XYZZ"]);
  }
  expect(namedIn("Rain, bought on 12 June 2026 for 0.05 SOL")).toEqual({ numbers: [], words: [] });
  const id = "3f1c2d3e-4b5a-4c6d-8e7f-001122334455";
  expect(namedIn(`https://shop.example/purchases/${id}/receipt`).words).toContain(id);
  const many = Array.from({ length: 500 }, (_, at) => `word-number-${1000 + at}`).join(" ");
  const named = namedIn(many);
  expect(named.words).toHaveLength(10);
  expect(named.numbers.length).toBeLessThanOrEqual(3);
});
