import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_LAMPORTS } from "../../../app/lib/lamports";
import { priceBandSql, splitRange } from "../../../app/products/rules/price-bands";

const price = fc.oneof(
  fc.integer({ min: 0, max: 3_000_000_000 }),
  fc.integer({ min: 0, max: Number(MAX_LAMPORTS) }),
  fc
    .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 5, max: 11 }))
    .map(([n, e]) => n * 10 ** e),
);

/** The band by the expression of the database, with SQLite's whole division. */
function bandOf(lamports: number): number {
  for (const [, end, width, shift = "+ 0"] of priceBandSql("p").matchAll(
    /p < (\d+) THEN p \/ (\d+)( [+-] \d+)?/g,
  )) {
    if (lamports < Number(end)) {
      return Math.floor(lamports / Number(width)) + Number(shift.replaceAll(" ", ""));
    }
  }
  return Number(/ELSE (\d+) END/.exec(priceBandSql("p"))?.[1]);
}

test("a range is exactly its bands and the parts at its ends", () => {
  fc.assert(
    fc.property(price, price, price, (a, b, probe) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const { bands, parts } = splitRange({ from, to });
      const band = bandOf(probe);
      const part = parts.find((one) => one.from <= probe && probe <= one.to);
      if (part) expect(part.band).toBe(band);
      expect(bands.includes(band) || part !== undefined).toBe(from <= probe && probe <= to);
      expect(parts.length).toBeLessThanOrEqual(2);
    }),
    { numRuns: 2_000 },
  );
});

test("round bounds with two digits need no part of a band below 10 SOL", () => {
  const { bands, parts } = splitRange({ from: 150_000_000, to: 2_499_999_999 });
  expect(parts).toEqual([]);
  expect(bands).toHaveLength(85 + 15);
});
